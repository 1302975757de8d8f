-- SPDX-License-Identifier: Apache-2.0
-- TokenBucket. Record t1:<unit>:<rate>:<missing>:<at>: `missing` units at the time `at`, of which a
-- token costs `unit` and `rate` come back each millisecond (limit / window in lowest terms, so that
-- nothing is ever rounded). Alive until full. `used` is what is missing, `since` is not used.
local BUCKET = {}

-- ceil(part * unit / whole) for part < whole; all up to 2^35, so the product may not fit: long
-- multiplication by the three digits of `unit` to base 2^17 keeps every step below 2^53.
local function scaled(part, unit, whole)
  local low = unit % 131072
  local middle = (unit - low) / 131072 % 131072
  local high = (unit - low - middle * 131072) / 17179869184
  local result, rest = 0, 0
  for _, digit in ipairs({high, middle, low}) do
    rest = rest * 131072 + part * digit
    local over = rest % whole
    result = result * 131072 + (rest - over) / whole
    rest = over
  end
  return rest > 0 and result + 1 or result
end

local function converted_bucket(entry, record, now)
  local whole, part, unit = consumed(record, now)
  if not whole then
    return nil
  end
  if whole < 0 or whole >= entry.capacity then
    return entry.size, now, true
  end
  local used = whole * entry.unit
  if part > 0 then
    used = used + scaled(part, entry.unit, unit)
  end
  return used, now, used > 0
end

-- Answers used, since, and whether the record must be written even if the call is refused: it was
-- written under other parameters, for a larger bucket, or before the clock was set back. Used is nil
-- for a foreign value.
function BUCKET.read(entry, record, now)
  if not record then
    return 0, now
  end
  local used, at = match(record, entry.pattern)
  if not used then
    return converted_bucket(entry, record, now)
  end
  used, at = used + 0, at + 0
  if used > MAX or at > MAX then
    return nil
  end
  local elapsed = now > at and now - at or 0
  -- Compared before it is multiplied: after a long pause the product would not fit. The quotient
  -- of two whole numbers below 2^53 is never rounded across a whole number.
  if elapsed >= used / entry.rate then
    return 0, now
  end
  used = used - elapsed * entry.rate
  if used > entry.size then
    return entry.size, now, true
  end
  return used, now, at > now
end

function BUCKET.wait(entry, used, _, cost)
  return ceil((used + cost * entry.unit - entry.size) / entry.rate)
end

function BUCKET.reset(entry, used)
  return ceil(used / entry.rate)
end

function BUCKET.write(entry, key, used, now)
  save(key, format(entry.form, used, now), now + ceil(used / entry.rate))
end

