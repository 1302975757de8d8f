-- SPDX-License-Identifier: Apache-2.0
-- The record of a key (false: none), or nil and the error.
local function fetch(key)
  local record = try('GET', key)
  if type_of(record) ~= 'table' then
    return record
  end
  if find(record.err, 'WRONGTYPE', 1, true) then
    return nil, bad_state()
  end
  return nil, record
end

