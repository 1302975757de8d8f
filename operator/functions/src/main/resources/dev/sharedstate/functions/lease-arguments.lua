-- SPDX-License-Identifier: Apache-2.0
-- A whole number between the two, or nil. Strict: tonumber() alone takes 0x10, 1e3, nan and blanks.
local function number_of(text, least, most)
  if not find(text, '^%-?%d+$') then
    return nil
  end
  local number = text + 0
  if number < least or number > most then
    return nil
  end
  return number
end

-- Constants such as a service's name would be granted twice: hence the form of random numbers.
local function is_grant(text)
  return #text >= 32 and #text <= 64 and not find(text, '[^0-9a-f]')
end

-- Shown to people and written to logs: no control characters.
local function is_shown(text)
  return #text <= MAX_TEXT and not find(text, '%c')
end

local function bad_shown(what)
  return bad_argument(what .. ' has at most 64 bytes and no control characters')
end

local function bad_fence()
  return bad_argument('a fence is a whole number, as the grant answered it')
end

local function bad_deadline()
  return bad_argument('a deadline is what the grant or the last renewal answered')
end

local function no_epoch(text)
  return error_reply('NOEPOCH ' .. text)
end

-- What a key of the library's own holds, or nil and the error; false also for what it never wrote.
local function kept(key)
  local text = try('GET', key)
  if type_of(text) ~= 'table' then
    return text
  end
  if find(text.err, 'WRONGTYPE', 1, true) then
    return false
  end
  return nil, text
end

