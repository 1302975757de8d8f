-- SPDX-License-Identifier: Apache-2.0
-- FixedWindow. Record f1:<window>:<start>:<count>, alive until start + window. The limit is not in
-- it, so an edited limit finds what was consumed. `used` is the count, `since` the window's start.
local FIXED = {}

local function converted_window(entry, record, now)
  local whole, part, _, first, window = consumed(record, now)
  if not whole then
    return nil
  end
  if whole < 0 then
    return entry.capacity, now, true
  end
  if part > 0 then
    whole = whole + 1
  end
  if whole == 0 then
    return 0, now
  end
  -- A longer window goes on from its start. A shorter one ends when the old one would have, but
  -- within one new window: else an edit would forget calls that have just been made.
  local since = now
  if first then
    since = window > entry.window and first + window - entry.window or first
    if since > now then
      since = now
    end
  end
  return whole, since, true
end

-- Answers used, since, and whether the record must be written even if the call is refused: it was
-- written under other parameters, or before the clock was set back. Used is nil for a foreign value.
function FIXED.read(entry, record, now)
  if not record then
    return 0, now
  end
  local since, used = match(record, entry.pattern)
  if not since then
    return converted_window(entry, record, now)
  end
  since, used = since + 0, used + 0
  if since > MAX or used > MAX then
    return nil
  end
  if now >= since + entry.window then
    return 0, now
  end
  if since > now then
    return used, now, true
  end
  return used, since
end

function FIXED.wait(entry, _, since, _, now)
  return since + entry.window - now
end

function FIXED.reset(entry, used, since, now)
  return used > 0 and since + entry.window - now or 0
end

function FIXED.write(entry, key, used, since)
  save(key, format(entry.form, since, used), since + entry.window)
end

