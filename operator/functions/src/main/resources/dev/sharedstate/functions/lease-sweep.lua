-- SPDX-License-Identifier: Apache-2.0
-- Members whose time has come are removed. Of the others a few are looked at, in turn: whose record
-- is not there any more was neither released nor revoked, for that takes the member out too.
local function sweep(keys, args)
  if not load_id then
    start()
  end
  if #keys ~= 1 or sub(keys[1], 1, #INDEX) ~= INDEX or #args ~= 1 then
    return bad_argument('the key ' .. INDEX .. '<entry> and a number of members')
  end
  local limit = number_of(args[1], 1, MAX_SWEEP)
  if not limit then
    return bad_argument('1 to 1000 members')
  end
  local entry = ENTRIES[sub(keys[1], #INDEX + 1)]
  if not entry then
    return error_reply('NOENTRY this policy has no such entry')
  end
  local now = clock()
  local members = try('ZRANGE', entry.index, '-inf', format(whole_number, now), 'BYSCORE',
    'LIMIT', '0', args[1])
  if members.err then
    return bad_state()
  end
  for _, member in ipairs(members) do
    call('ZREM', entry.index, member)
  end
  local expired, checked, missing = #members, 0, 0
  if expired == limit then
    return {'SWEPT', 0, expired, 0, call('ZCARD', entry.index)}
  end
  members = call('ZRANGE', entry.index, format(whole_number, entry.swept),
    format(whole_number, entry.swept + limit - expired - 1))
  for _, member in ipairs(members) do
    checked = checked + 1
    if call('EXISTS', member) == 0 then
      call('ZREM', entry.index, member)
      missing = missing + 1
    end
  end
  entry.swept = checked < limit - expired and 0 or entry.swept + checked - missing
  return {'SWEPT', checked, expired, missing, call('ZCARD', entry.index)}
end

