-- SPDX-License-Identifier: Apache-2.0
local function info(keys, args)
  if not load_id then
    start()
  end
  if #keys + #args > 0 then
    return bad_argument('no keys and no arguments')
  end
  return {'@LIBRARY@', UID, GENERATION, '@VERSION@', DIGEST, @LAYOUT@, load_id, @EPOCH@, @TEST_CLOCK@}
end

