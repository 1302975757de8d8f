-- SPDX-License-Identifier: Apache-2.0
-- The entry of a key, or nil and the error.
local function entry_of(key)
  local colon = find(key, ':', 1, true)
  if not colon then
    return nil, bad_argument('a key is <entry>:<subject>')
  end
  local length = #key - colon
  if length < 1 or length > MAX_SUBJECT then
    return nil, bad_argument('a subject has 1 to 256 bytes')
  end
  local entry = ENTRIES[sub(key, 1, colon - 1)]
  if not entry then
    return nil, error_reply('NOENTRY this policy has no such entry')
  end
  return entry
end

