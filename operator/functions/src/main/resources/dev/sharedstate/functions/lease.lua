-- SPDX-License-Identifier: Apache-2.0
-- Leases, compiled from a policy. Do not edit: the operator puts the policy's own text back.
-- Times are milliseconds of Redis' clock. Every number is a whole number up to 2^53, which a Lua
-- number (a double) holds exactly; tostring() would round it to 14 digits, so text is made by format.

local UID = @UID@
local GENERATION = @GENERATION@
local DIGEST = '@DIGEST@'

local MAX = 9007199254740991 -- 2^53 - 1
local MAX_SUBJECT = 256
local MAX_TEXT = 64 -- of a holder's name, or of why a lease was revoked
local MAX_TTL = 86400000 -- 24 h, the most that a policy can say: no deadline is further away
local FENCES = 134217728 -- 2^27: a fence is epoch * FENCES + counter, below 2^53
local MAX_EPOCH = 67108863 -- 2^26 - 1
local MAX_COUNTER = 134217727 -- 2^27 - 1
local STEP_AT = 67108864 -- 2^26 fences: half of them are left when a new epoch is taken
local START_WAIT = 30000 -- how long the operator has to tell an epoch after a load
local TICK = 10000 -- the clock's own epochs: ticks of 10 s since 2025-01-01
local TICKS_SINCE = 1735689600000
--@if fsync-always
local LEAD = 1000 -- ticks by which an own epoch is ahead: the operator's are less, so that data which
-- is older than the last of these repeats none of them
--@end
local MAX_RANGES = 7 -- that a record remembers beside the one that goes on
local MAX_LOST = 1024 -- fences whose loss has been counted
local MAX_SWEEP = 1000 -- everybody else waits while a call runs
local EPOCH_KEY = '@KEYS@__epoch'
local SEAL_KEY = '@KEYS@__seal'
local INDEX = '__ix:' -- and the entry: a sixteenth of its live leases, by deadline
local INDEX_MARGIN = 3600000 -- how long it outlives the last of them

-- While a library loads, only redis.register_function exists. The first call fills these in.
local call, try, error_reply, type_of, find, match, gmatch, gsub, sub, format, sha1
local whole_number -- the format of one
local load_id -- another one: the counters in ENTRIES started from 0
local first_call -- when it was drawn

-- Whatever loses the counter loses the epoch with it: a restart, a load, a failover.
local epoch -- nil: nobody has told one, no lease is granted
local epoch_text -- what EPOCH_KEY holds as long as the data is what this epoch was told for
local quarantine = 0 -- nothing is granted before
local counter = 0 -- fences issued in this epoch
local sealed -- before a stop: what a grant or a renewal promised now could be lost unseen
--@if may-lose
local unsealed -- without an epoch: the data is known to carry no seal of a stop before
--@end

--@include clock.lua
local ENTRIES = {
@ENTRIES@
}
local ORDER = {@ORDER@}

local function start()
  call, try, error_reply, type_of = redis.call, redis.pcall, redis.error_reply, type
  find, match, gmatch, gsub = string.find, string.match, string.gmatch, string.gsub
  sub, format, sha1 = string.sub, string.format, redis.sha1hex
  -- '%d' takes a third of the time of '%.0f', and is exact wherever a C long has 64 bits.
  whole_number = format('%d', MAX) == '9007199254740991' and '%d' or '%.0f'
  local time = call('TIME')
  load_id = format('%.0f', time[1] * 1000000 + time[2])
  first_call = clock()
end

--@include errors.lua
--@include keys.lua
--@include fetch.lua
--@include lease-arguments.lua
--@include lease-record.lua
--@include lease-late.lua
--@include lease-acquire.lua
--@include lease-calls.lua
--@include lease-epoch.lua
--@include lease-stats.lua
