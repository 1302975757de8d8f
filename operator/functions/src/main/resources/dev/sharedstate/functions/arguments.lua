-- SPDX-License-Identifier: Apache-2.0
--@include errors.lua
local function bad_cost()
  return bad_argument('a cost is a whole number from 0 to 2^53')
end

--@include keys.lua
-- A cost, or nil. Strict: tonumber() alone takes 0x10, 1e3, nan and blanks.
local function cost_of(text)
  if not find(text, '^%d+$') then
    return nil
  end
  local cost = text + 0
  if cost > MAX and text ~= '9007199254740992' then
    return nil -- 2^53 + 1 would have been read as 2^53
  end
  return cost
end

-- The cost of each key, or nil and the error. Arguments: none, one cost or one for each key; after
-- the costs may come one plan for each key.
local function costs_of(count, args)
  local given = #args
  local costs = 0
  if given == 1 or given == count + 1 then
    costs = 1
  elseif given == count or given == 2 * count then
    costs = count
  elseif given > 0 then
    return nil, bad_argument('costs: none, one, or one for each key; then a plan for each key')
  end
  local list = {}
  for i = 1, count do
    local cost = 1
    if costs > 0 then
      cost = cost_of(args[costs == 1 and 1 or i])
      if not cost then
        return nil, bad_cost()
      end
    end
    list[i] = cost
  end
  for i = costs + 1, given do
    if args[i] ~= '' then
      return nil, error_reply('NOENTRY this policy has no such plan')
    end
  end
  return list
end

-- The entry of each key, or nil and the error.
local function entries_of(keys)
  local list, seen = {}, {}
  for i = 1, #keys do
    local key = keys[i]
    if seen[key] then
      return nil, bad_argument('equal keys in one call')
    end
    seen[key] = true
    local entry, failure = entry_of(key)
    if not entry then
      return nil, failure
    end
    list[i] = entry
  end
  return list
end

