-- SPDX-License-Identifier: Apache-2.0
-- A ttl that an edit of the policy no longer allows is brought to what it allows: an edit must not
-- take a lease from who holds it.
local function renewal_of(text, entry)
  local ttl = number_of(text, 1, MAX)
  if not ttl then
    return nil
  end
  if ttl < entry.min_ttl then
    return entry.min_ttl
  end
  return ttl > entry.max_ttl and entry.max_ttl or ttl
end

local function renew(keys, args)
  if not load_id then
    start()
  end
  if #keys ~= 1 or #args < 2 or #args > 3 then
    return bad_argument('one key, a fence, a deadline and, if wanted, a ttl')
  end
  local key, fence, deadline = keys[1], number_of(args[1], -MAX, MAX), number_of(args[2], 0, MAX)
  if not fence then
    return bad_fence()
  end
  if not deadline then
    return bad_deadline()
  end
  local entry, failure = entry_of(key)
  if not entry then
    return failure
  end
  local ttl = entry.ttl
  if args[3] then
    ttl = renewal_of(args[3], entry)
    if not ttl then
      return bad_argument('a ttl is a whole number of milliseconds, at least 1')
    end
  end
  local now = clock()
  local lease
  lease, failure = lease_at(key)
  if failure then
    return failure
  end
  if not is_live(lease, now) or lease.fence ~= fence then
    return late(entry, lease, fence, deadline, now)
  end
  if sealed then
    return no_epoch('sealed before a stop')
  end
--@if may-lose
  if not epoch and not unsealed then
    return no_epoch('it is not known yet whether the data is still sealed')
  end
--@end
  local target = now + ttl
  if entry.lifetime > 0 then
    local last = lease.acquired + entry.lifetime
    if last <= lease.deadline then
      entry.lifetime_reached = entry.lifetime_reached + 1
      return {'LIFETIME', fence, lease.deadline - now, lease.deadline}
    end
    if target > last then
      target = last
    end
  end
  if target > lease.deadline then -- a renewal never shortens
    lease.deadline = target
  end
  lease.renewals = lease.renewals + 1
  reindex(entry, key, lease.deadline)
  store(key, lease)
  entry.renewed = entry.renewed + 1
  return {'RENEWED', fence, lease.deadline - now, lease.deadline}
end

-- Ends a live lease and tells who listens: a hint only, for messages get lost.
local function finish(entry, key, lease, state)
  lease.state = state
  store(key, lease)
  unindex(entry, key)
  try('PUBLISH', entry.channel, key)
  entry[state] = entry[state] + 1
end

-- By the grant's id, for who never got the answer to the acquire.
local function release_grant(entry, key, lease, id, now)
  if not lease or lease.grant ~= id then
    entry.not_owner = entry.not_owner + 1
    return {'NOT_OWNER'}
  end
  if is_live(lease, now) then
    finish(entry, key, lease, 'released')
    return {'RELEASED'}
  end
  if lease.state == 'live' then
    entry.expired = entry.expired + 1
    return {'EXPIRED'}
  end
  entry.late = entry.late + 1
  return {lease.state == 'released' and 'RELEASED' or 'REVOKED'}
end

local function release(keys, args)
  if not load_id then
    start()
  end
  if #keys ~= 1 or #args ~= 2 then
    return bad_argument('one key, a fence and a deadline, or a grant id and -1')
  end
  local key, by_grant = keys[1], is_grant(args[1])
  local fence, deadline = number_of(args[1], -MAX, MAX), number_of(args[2], -1, MAX)
  if not fence and not by_grant then
    return bad_fence()
  end
  if not deadline or by_grant ~= (deadline == -1) then
    return bad_deadline()
  end
  local entry, failure = entry_of(key)
  if not entry then
    return failure
  end
  local now = clock()
  local lease
  lease, failure = lease_at(key)
  if failure then
    return failure
  end
  if by_grant then
    return release_grant(entry, key, lease, args[1], now)
  end
  if not is_live(lease, now) or lease.fence ~= fence then
    return late(entry, lease, fence, deadline, now)
  end
  finish(entry, key, lease, 'released')
  return {'RELEASED'}
end

local function inspect(keys, args)
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
  local now = clock()
  local lease
  lease, failure = lease_at(keys[1])
  if failure then
    return failure
  end
  if not is_live(lease, now) then
    return {'FREE', -1, -1, '', -1, -1}
  end
  return {'HELD', lease.fence, lease.deadline - now, lease.text, lease.acquired, lease.renewals}
end

-- Whatever the key holds, -1 ends it: this is also the way out of BADSTATE.
local function revoke(keys, args)
  if not load_id then
    start()
  end
  if #keys ~= 1 or #args ~= 2 then
    return bad_argument('one key, a fence or -1, and a reason')
  end
  local key, fence, reason = keys[1], number_of(args[1], -1, MAX), args[2]
  if not fence or fence == 0 then
    return bad_argument('a fence as the grant answered it, or -1 for whoever holds')
  end
  if not is_shown(reason) then
    return bad_shown('a reason')
  end
  local entry, failure = entry_of(key)
  if not entry then
    return failure
  end
  local now = clock()
  local record = try('GET', key)
  local failed = type_of(record) == 'table'
  if failed and not find(record.err, 'WRONGTYPE', 1, true) then
    return record
  end
  local lease
  if not failed then
    lease = lease_of(record)
  end
  if lease == nil then
    if fence ~= -1 then
      return bad_state()
    end
    call('DEL', key)
    unindex(entry, key)
    return {'FREE'}
  end
  if is_live(lease, now) and (fence == -1 or fence == lease.fence) then
    lease.revoked, lease.text = lease.fence, reason
    finish(entry, key, lease, 'revoked')
    return {'REVOKED'}
  end
  if lease and fence == lease.revoked then
    return {'REVOKED'}
  end
  return {is_live(lease, now) and 'HELD' or 'FREE'}
end

