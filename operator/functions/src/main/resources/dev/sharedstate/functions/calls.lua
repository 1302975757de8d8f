-- SPDX-License-Identifier: Apache-2.0
--@include fetch.lua
-- Calls left, where `used` may be more than fits: refused calls can count, and limits are lowered.
local function left_of(entry, used)
  local free = entry.size - used
  if free < entry.unit then
    return 0
  end
  return (free - free % entry.unit) / entry.unit
end

-- One key: what nearly every call is, without the lists that several keys need.
local function decide_one(key, cost, write)
  local entry, failure = entry_of(key)
  if not entry then
    return failure
  end
  local now = clock()
  local record
  record, failure = fetch(key)
  if failure then
    return failure
  end
  local kind = entry.kind
  local used, since, rewrite = kind.read(entry, record, now)
  if not used then
    return bad_state()
  end
  local word, binding, retry = 'ALLOWED', 0, 0
  if cost > entry.capacity then
    word, binding, retry = 'NEVER', 1, -1
  elseif cost > left_of(entry, used) then
    word, binding, retry = 'LIMITED', 1, kind.wait(entry, used, since, cost, now)
  end
  if write then
    if word == 'ALLOWED' then
      entry.allowed = entry.allowed + 1
      if cost > 0 then
        used, rewrite = used + cost * entry.unit, true
      end
    elseif word == 'LIMITED' then
      entry.limited = entry.limited + 1
      if entry.count_rejected then
        used, rewrite = used + cost, true
        if used > MAX then
          used = MAX
        end
      end
    else
      entry.never = entry.never + 1
      rewrite = false
    end
    if rewrite then
      kind.write(entry, key, used, since)
    end
  end
  return {word, binding, retry, 0, now,
    entry.capacity, left_of(entry, used), kind.reset(entry, used, since, now), entry.period}
end

-- Several keys: all are looked at before the first is written.
local function decide_many(keys, args, write)
  local count = #keys
  if count < 1 or count > MAX_KEYS then
    return bad_argument('1 to 64 keys')
  end
  local costs, failure = costs_of(count, args)
  if not costs then
    return failure
  end
  local entries
  entries, failure = entries_of(keys)
  if not entries then
    return failure
  end
  local now = clock()
  local used, since, rewrite, outcome = {}, {}, {}, {}
  local never, limited, retry = 0, 0, 0
  for i = 1, count do
    local entry, cost = entries[i], costs[i]
    local record
    record, failure = fetch(keys[i])
    if failure then
      return failure
    end
    used[i], since[i], rewrite[i] = entry.kind.read(entry, record, now)
    if not used[i] then
      return bad_state()
    end
    outcome[i] = 'allowed'
    if cost > entry.capacity then
      outcome[i] = 'never'
      if never == 0 then
        never = i
      end
    elseif cost > left_of(entry, used[i]) then
      outcome[i] = 'limited'
      local wait = entry.kind.wait(entry, used[i], since[i], cost, now)
      if wait > retry then
        limited, retry = i, wait
      end
    end
  end
  local answer
  if never > 0 then
    answer = {'NEVER', never, -1, 0, now}
  elseif limited > 0 then
    answer = {'LIMITED', limited, retry, 0, now}
  else
    answer = {'ALLOWED', 0, 0, 0, now}
  end
  for i = 1, count do
    local entry, cost, result = entries[i], costs[i], outcome[i]
    local kind = entry.kind
    if write then
      if never > 0 then
        rewrite[i] = false
        result = result == 'allowed' and 'withheld' or result
      elseif limited > 0 then
        if result == 'allowed' then
          result = 'withheld'
        elseif entry.count_rejected then
          used[i], rewrite[i] = used[i] + cost, true
          if used[i] > MAX then
            used[i] = MAX
          end
        end
      elseif cost > 0 then
        used[i], rewrite[i] = used[i] + cost * entry.unit, true
      end
      entry[result] = entry[result] + 1
      if rewrite[i] then
        kind.write(entry, keys[i], used[i], since[i])
      end
    end
    local at = 4 * i + 2
    answer[at], answer[at + 1] = entry.capacity, left_of(entry, used[i])
    answer[at + 2], answer[at + 3] = kind.reset(entry, used[i], since[i], now), entry.period
  end
  return answer
end

local function decide(keys, args, write)
  if not load_id then
    start()
  end
  if #keys == 1 then
    if #args == 0 then
      return decide_one(keys[1], 1, write)
    elseif #args == 1 then
      local cost = cost_of(args[1])
      if not cost then
        return bad_cost()
      end
      return decide_one(keys[1], cost, write)
    end
  end
  return decide_many(keys, args, write)
end

local function take(keys, args)
  return decide(keys, args, true)
end

local function peek(keys, args)
  return decide(keys, args, false)
end

local function reset(keys, args)
  if not load_id then
    start()
  end
  if #keys ~= 1 or #args ~= 0 then
    return bad_argument('one key and nothing else')
  end
  local entry, failure = entry_of(keys[1])
  if not entry then
    return failure
  end
  call('DEL', keys[1]) -- whatever it holds: this is also the way out of BADSTATE
  return {'RESET'}
end

--@include info.lua
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
    for _, outcome in ipairs({'allowed', 'limited', 'never', 'withheld'}) do
      answer[#answer + 1] = entry.name .. '.' .. outcome
      answer[#answer + 1] = entry[outcome]
    end
  end
  return answer
end

--@include advance.lua if test-clock
redis.register_function('@FUNCTIONS@take', take)
redis.register_function{function_name = '@FUNCTIONS@peek', callback = peek, flags = {'no-writes'}}
redis.register_function{function_name = '@FUNCTIONS@reset', callback = reset, flags = {'allow-oom'}}
redis.register_function{function_name = '@FUNCTIONS@info', callback = info, flags = {'no-writes'}}
redis.register_function{function_name = '@FUNCTIONS@stats', callback = stats, flags = {'no-writes'}}
