-- SPDX-License-Identifier: Apache-2.0
--@if test-clock
local MAX_OFFSET = 315576000000 -- ten years
local offset = 0 -- how far @FUNCTIONS@advance has moved this clock

--@end
-- Read once per call: it moves on while a function runs on Redis 7.0, and stands still from 7.2 on.
local function clock()
  local time = call('TIME')
  local micros = time[2] + 0
--@if test-clock
  return time[1] * 1000 + (micros - micros % 1000) / 1000 + offset
--@else
  return time[1] * 1000 + (micros - micros % 1000) / 1000
--@end
end

-- The key lives exactly as long as its record means something.
local function save(key, record, deadline)
--@if test-clock
  deadline = deadline - offset -- keys expire by the real clock
--@end
  call('SET', key, record, 'PXAT', format(whole_number, deadline))
end

