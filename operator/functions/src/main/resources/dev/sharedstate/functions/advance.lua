-- SPDX-License-Identifier: Apache-2.0
local function advance(keys, args)
  if not load_id then
    start()
  end
  if #keys ~= 0 or #args ~= 1 or not find(args[1], '^-?%d+$') then
    return bad_argument('one number of milliseconds and no keys')
  end
  local moved = offset + args[1]
  if moved > MAX_OFFSET or moved < -MAX_OFFSET then
    return bad_argument('the clock moves by ten years at most')
  end
  offset = moved
  return {'ADVANCED', clock()}
end

redis.register_function{
  function_name = '@FUNCTIONS@advance', callback = advance, flags = {'no-writes'}}
