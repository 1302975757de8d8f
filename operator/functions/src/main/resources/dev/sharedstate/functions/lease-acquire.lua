-- SPDX-License-Identifier: Apache-2.0
-- Why nothing can be granted now, or nil.
local function ungrantable()
  if not epoch then
    return no_epoch('nobody has told an epoch since the library was loaded')
  end
  if sealed then
    return no_epoch('sealed before a stop')
  end
  local text, failure = kept(EPOCH_KEY)
  if failure then
    return failure
  end
  if text ~= epoch_text then
    return no_epoch('the data is not what the epoch was told for')
  end
  if counter >= MAX_COUNTER then
    return no_epoch('all fences of the epoch are used up')
  end
  return nil
end

local function grant(entry, key, old, id, holder, ttl, now)
  local fence = epoch * FENCES + counter + 1
  if old and old.fence >= fence then
    return no_epoch('the key has seen a higher fence')
  end
  counter = counter + 1 -- first: a write that fails wastes a fence and repeats none
  local lease = {state = 'live', fence = fence, deadline = now + ttl, ends = 0, acquired = now,
    renewals = 0, chain = fence, past = '', revoked = 0, grant = id, text = holder}
  if old then
    lease.chain, lease.past = succeed(old, fence)
    lease.ends, lease.revoked = old.ends, old.revoked
  end
  index(entry, key, lease.deadline)
  store(key, lease)
  entry.granted = entry.granted + 1
  return {'GRANTED', fence, ttl, lease.deadline, 0}
end

local function acquire(keys, args)
  if not load_id then
    start()
  end
  if #keys ~= 1 or #args < 2 or #args > 3 then
    return bad_argument('one key, a grant id, a holder and, if wanted, a ttl')
  end
  local key, id, holder = keys[1], args[1], args[2]
  if not is_grant(id) then
    return bad_argument('a grant id is 32 to 64 lower-case hex characters, random for each attempt')
  end
  if not is_shown(holder) then
    return bad_shown('a holder')
  end
  local entry, failure = entry_of(key)
  if not entry then
    return failure
  end
  local ttl = entry.ttl
  if args[3] then
    ttl = number_of(args[3], entry.min_ttl, entry.max_ttl)
    if not ttl then
      return bad_argument('a ttl is a whole number of milliseconds that the policy allows')
    end
  end
  local now = clock()
  local old
  old, failure = lease_at(key)
  if failure then
    return failure
  end
  if is_live(old, now) then
    local left = old.deadline - now
    if old.grant == id then
      entry.resent = entry.resent + 1
      return {'GRANTED', old.fence, left, old.deadline, 1}
    end
    entry.held = entry.held + 1
    return {'HELD', left, old.text, left}
  end
  if old and old.state ~= 'live' and old.grant == id then
    entry.late = entry.late + 1
    return {old.state == 'released' and 'RELEASED' or 'REVOKED'}
  end
  failure = ungrantable()
  if failure then
    return failure
  end
  if now < quarantine then
    entry.quarantined = entry.quarantined + 1
    return {'QUARANTINE', quarantine - now}
  end
  return grant(entry, key, old, id, holder, ttl, now)
end

