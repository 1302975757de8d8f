-- SPDX-License-Identifier: Apache-2.0
-- Who may say which epoch it is: the operator, which writes it down first; or, where the data is
-- known to be whole, the library itself.

-- The epoch and the quarantine that the data carries; 0 and 0: none, or nothing that we wrote.
local function stored_epoch()
  local text, failure = kept(EPOCH_KEY)
  if not text then
    return 0, 0, failure
  end
  local number, until_ms = match(text, '^(%d+):(%d+)$')
  if not number or number + 0 > MAX_EPOCH or until_ms + 0 > MAX then
    return 0, 0
  end
  return number + 0, until_ms + 0
end

local function take_epoch(number, until_ms)
  local text = format(whole_number .. ':' .. whole_number, number, until_ms)
  call('SET', EPOCH_KEY, text)
  call('DEL', SEAL_KEY)
  epoch, epoch_text, quarantine, counter, sealed = number, text, until_ms, 0, false
end

local function tell_epoch(keys, args)
  local fresh = not load_id
  if fresh then
    start()
  end
  if #keys ~= 1 or keys[1] ~= EPOCH_KEY or #args ~= 3 then
    return bad_argument('the key ' .. EPOCH_KEY .. ', an epoch, a load id and a time')
  end
  local number, until_ms = number_of(args[1], 1, MAX_EPOCH), number_of(args[3], 0, MAX)
  if not number then
    return bad_argument('an epoch is a whole number from 1 to 2^26 - 1')
  end
  if not until_ms then
    return bad_argument('the end of the quarantine is a time in milliseconds, 0 for none')
  end
  if args[2] ~= load_id and not (fresh and args[2] == 'fresh') then
    return {'WRONG_LOAD'}
  end
  local highest, _, failure = stored_epoch()
  if failure then
    return failure
  end
  if epoch and epoch > highest then
    highest = epoch
  end
  if number <= highest then
    return {'STALE_EPOCH', highest}
  end
  take_epoch(number, until_ms)
  return {'EPOCH', number}
end

local function ticks(now)
  return (now - TICKS_SINCE - (now - TICKS_SINCE) % TICK) / TICK
end

-- An epoch runs out of fences: the next. Where a crash can lose what was just written, only one that
-- the operator, which counts from the clock at least, cannot take again afterwards.
local function step(now)
  local by_clock = ticks(now)
  local number = by_clock > epoch and by_clock or epoch + 1
--@if may-lose
  if by_clock <= epoch then
    return {'KEPT', epoch}
  end
--@end
  if number > MAX_EPOCH then
    return {'KEPT', epoch}
  end
  take_epoch(number, quarantine)
  return {'STEPPED', number}
end

--@if fsync-always
-- Nothing that was promised is missing: an epoch by ourselves, if nobody tells one in time.
local function take_own(now)
  local number, until_ms, failure = stored_epoch()
  if failure then
    return failure
  end
  if number == 0 then
    return {'OPERATOR', -1}
  end
  if now < first_call then
    first_call = now -- the clock was set back
  end
  if now < first_call + START_WAIT then
    return {'WAITING', -1, first_call + START_WAIT - now}
  end
  number = number + 1
  local ahead = ticks(now) + LEAD
  if ahead > number then
    number = ahead
  end
  if number > MAX_EPOCH then
    return {'OPERATOR', -1}
  end
  take_epoch(number, until_ms)
  return {'STARTED', number}
end

--@end
-- Called by the pod every few seconds.
local function keep(keys, args)
  if not load_id then
    start()
  end
  if #keys ~= 1 or keys[1] ~= EPOCH_KEY or #args ~= 0 then
    return bad_argument('the key ' .. EPOCH_KEY .. ' and nothing else')
  end
  if not epoch then
--@if fsync-always
    return take_own(clock())
--@else
    local told, failure = kept(SEAL_KEY)
    if failure then
      return failure
    end
    unsealed = not told
    return {'OPERATOR', -1}
--@end
  end
  local text, failure = kept(EPOCH_KEY)
  if failure then
    return failure
  end
  if text ~= epoch_text then
    return {'OPERATOR', epoch}
  end
  if counter >= STEP_AT and not sealed then
    return step(clock())
  end
  return {'KEPT', epoch}
end

-- Called by the pod before it stops Redis. Who finds the seal knows that nothing was promised after
-- it; so it is not put on data that has lost its epoch.
local function seal(keys, args)
  if not load_id then
    start()
  end
  if #keys ~= 1 or keys[1] ~= SEAL_KEY or #args ~= 0 then
    return bad_argument('the key ' .. SEAL_KEY .. ' and nothing else')
  end
  if not epoch then
    return no_epoch('nobody has told an epoch since the library was loaded')
  end
  local text, failure = kept(EPOCH_KEY)
  if failure then
    return failure
  end
  if text ~= epoch_text then
    return no_epoch('the data is not what the epoch was told for')
  end
  call('SET', SEAL_KEY, format(whole_number, epoch))
  sealed = true
  return {'SEALED'}
end

