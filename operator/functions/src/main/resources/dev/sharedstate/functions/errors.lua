-- SPDX-License-Identifier: Apache-2.0
local function bad_argument(text)
  return error_reply('BADARG ' .. text)
end

local function bad_state()
  return error_reply('BADSTATE the key holds something that this library did not write')
end

