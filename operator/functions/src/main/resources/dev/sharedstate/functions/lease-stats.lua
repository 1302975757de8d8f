-- SPDX-License-Identifier: Apache-2.0
--@include info.lua
-- In pairs: what lease_stats calls it, what an entry calls it.
local OUTCOMES = {
  'granted', 'granted', 'resent', 'resent', 'held', 'held', 'quarantined', 'quarantined',
  'renewed', 'renewed', 'released', 'released', 'revoked', 'revoked', 'expired', 'expired',
  'late', 'late', 'lost', 'lost', 'lifetime', 'lifetime_reached', 'not_owner', 'not_owner'}

local function stats(keys, args)
  if not load_id then
    start()
  end
  if #keys + #args > 0 then
    return bad_argument('no keys and no arguments')
  end
  local answer = {load_id}
  for _, key in ipairs(ORDER) do
    local entry = ENTRIES[key]
    for i = 1, #OUTCOMES, 2 do
      answer[#answer + 1] = entry.name .. '.' .. OUTCOMES[i]
      answer[#answer + 1] = entry[OUTCOMES[i + 1]]
    end
  end
  return answer
end

--@include lease-sweep.lua
--@include lease-clear.lua if self-test
--@include advance.lua if test-clock
redis.register_function('@FUNCTIONS@acquire', acquire)
redis.register_function{function_name = '@FUNCTIONS@renew', callback = renew, flags = {'allow-oom'}}
redis.register_function{
  function_name = '@FUNCTIONS@release', callback = release, flags = {'allow-oom'}}
redis.register_function{
  function_name = '@FUNCTIONS@inspect', callback = inspect, flags = {'no-writes'}}
redis.register_function{function_name = '@FUNCTIONS@revoke', callback = revoke, flags = {'allow-oom'}}
redis.register_function{function_name = '@FUNCTIONS@info', callback = info, flags = {'no-writes'}}
redis.register_function{function_name = '@FUNCTIONS@stats', callback = stats, flags = {'no-writes'}}
redis.register_function{
  function_name = '@FUNCTIONS@epoch', callback = tell_epoch, flags = {'allow-oom'}}
redis.register_function{function_name = '@FUNCTIONS@keep', callback = keep, flags = {'allow-oom'}}
redis.register_function{function_name = '@FUNCTIONS@seal', callback = seal, flags = {'allow-oom'}}
redis.register_function{function_name = '@FUNCTIONS@sweep', callback = sweep, flags = {'allow-oom'}}
