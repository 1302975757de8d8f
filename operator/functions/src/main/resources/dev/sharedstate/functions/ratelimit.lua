-- SPDX-License-Identifier: Apache-2.0
-- Rate limits, compiled from a policy. Do not edit: the operator puts the policy's own text back.
-- Times are milliseconds of Redis' clock. Every number is a whole number up to 2^53, which a Lua
-- number (a double) holds exactly; tostring() would round it to 14 digits, so text is made by format.

local UID = @UID@
local GENERATION = @GENERATION@
local DIGEST = '@DIGEST@'

local MAX = 9007199254740991 -- 2^53 - 1
local MAX_UNIT = 34359738367 -- 2^35 - 1: more than a window of 366 days has milliseconds
local MAX_KEYS = 64 -- everybody else waits while a call runs
local MAX_SUBJECT = 256

-- While a library loads, only redis.register_function exists. The first call fills these in.
local call, try, error_reply, type_of, find, match, sub, format, ceil
local whole_number -- the format of one
local load_id -- another one: the counters in ENTRIES started from 0

--@include clock.lua
-- What a record written under other parameters, or by the other algorithm, holds as consumed now:
-- whole tokens, and a part of one more in units of which a token costs `unit`; for a window also
-- its start and length. Whole is -1 for a layout of a later version and nil for a foreign value.
local function consumed(record, now)
  local window, first, count = match(record, '^f1:(%d+):(%d+):(%d+)$')
  if window then
    window, first, count = window + 0, first + 0, count + 0
    if window > MAX or first > MAX or count > MAX then
      return nil
    end
    if now >= first + window then
      return 0, 0, 1
    end
    return count, 0, 1, first, window
  end
  local unit, rate, missing, at = match(record, '^t1:(%d+):(%d+):(%d+):(%d+)$')
  if unit then
    unit, rate, missing, at = unit + 0, rate + 0, missing + 0, at + 0
    if unit < 1 or unit > MAX_UNIT or rate < 1 or rate > MAX or missing > MAX or at > MAX then
      return nil
    end
    local elapsed = now > at and now - at or 0
    if elapsed >= missing / rate then
      return 0, 0, 1
    end
    missing = missing - elapsed * rate
    local part = missing % unit
    return (missing - part) / unit, part, unit
  end
  if find(record, '^[a-z]%d+:') and not find(record, '^[ft]1:') then
    return -1
  end
  return nil
end

--@include fixed-window.lua if fixed
--@include token-bucket.lua if bucket
local ENTRIES = {
@ENTRIES@
}
local ORDER = {@ORDER@}

local function start()
  call, try, error_reply, type_of = redis.call, redis.pcall, redis.error_reply, type
  find, match, sub, format = string.find, string.match, string.sub, string.format
  ceil = math.ceil
  -- '%d' takes a third of the time of '%.0f', and is exact wherever a C long has 64 bits.
  whole_number = format('%d', MAX) == '9007199254740991' and '%d' or '%.0f'
  for _, entry in pairs(ENTRIES) do
    entry.pattern = '^' .. entry.mark .. '(%d+):(%d+)$'
    entry.form = entry.mark .. whole_number .. ':' .. whole_number
  end
  local time = call('TIME')
  load_id = format('%.0f', time[1] * 1000000 + time[2])
end

--@include arguments.lua
--@include calls.lua
