-- SPDX-License-Identifier: Apache-2.0
-- Record l1:<state>:<fence>:<deadline>:<ends>:<acquired>:<renewals>:<chain>:<past>:<revoked>:<grant>:<text>
--   state     live, released or revoked; a live one ends at its deadline, whether seen or not
--   ends      the latest deadline of all whom this record can still tell what became of their lease;
--             the key lives as long
--   chain     the first of the fences up to this one that were each given back or revoked
--   past      such runs before, each <first>-<last>, with commas between
--   revoked   the last fence that was revoked, 0: none
--   grant     the grant's id; text: the holder, or why it was revoked
local RECORD = '^l1:(%l+):(%d+):(%d+):(%d+):(%d+):(%d+):(%d+):([%d,%-]*):(%d+):([0-9a-f]+):(.*)$'
local STATES = {live = true, released = true, revoked = true}

-- The lease in a record, false for none, nil for a foreign value.
local function lease_of(record)
  if not record then
    return false
  end
  local state, fence, deadline, ends, acquired, renewals, chain, past, revoked, grant, text =
    match(record, RECORD)
  if not state or not STATES[state] then
    return nil
  end
  fence, deadline, ends, acquired = fence + 0, deadline + 0, ends + 0, acquired + 0
  renewals, chain, revoked = renewals + 0, chain + 0, revoked + 0
  if fence > MAX or deadline > MAX or ends > MAX or acquired > MAX or renewals > MAX
    or chain > fence or revoked > fence then
    return nil
  end
  return {state = state, fence = fence, deadline = deadline, ends = ends, acquired = acquired,
    renewals = renewals, chain = chain, past = past, revoked = revoked, grant = grant, text = text}
end

-- The lease of a key (false: none), or nil and the error.
local function lease_at(key)
  local record, failure = fetch(key)
  if failure then
    return nil, failure
  end
  local lease = lease_of(record)
  if lease == nil then
    return nil, bad_state()
  end
  return lease
end

local function is_live(lease, now)
  return lease and lease.state == 'live' and now < lease.deadline
end

local function store(key, lease)
  if lease.ends < lease.deadline then
    lease.ends = lease.deadline
  end
  local number = whole_number
  local numbers = ':' .. number .. ':' .. number .. ':' .. number .. ':' .. number .. ':' .. number
  save(key, 'l1:' .. lease.state
    .. format(numbers, lease.fence, lease.deadline, lease.ends, lease.acquired, lease.renewals)
    .. format(':' .. number, lease.chain) .. ':' .. lease.past
    .. format(':' .. number, lease.revoked) .. ':' .. lease.grant .. ':' .. lease.text, lease.ends)
end

-- The first fence of the run that goes on with a new grant, and the runs before. Who holds a fence
-- of a run gave it back or was told that it was revoked. The run ends where that is not sure of
-- the fences between: at an expiry, for its holder may know of a renewal that was lost since, or the
-- clock may be set back; and at a new epoch, for grants may have been lost with the one before.
local function succeed(old, fence)
  local last = old.fence
  if old.state == 'live' then
    last = last - 1
  elseif last >= epoch * FENCES then
    return old.chain, old.past
  end
  local past = old.past
  if last >= old.chain then
    local run = format(whole_number .. '-' .. whole_number, old.chain, last)
    past = past == '' and run or past .. ',' .. run
    local _, ranges = gsub(past, '%-', '')
    if ranges > MAX_RANGES then -- the two oldest become one: their deadlines are the first to pass
      past = gsub(past, '^(%d+)%-%d+,%d+%-(%d+)', '%1-%2')
    end
  end
  return fence, past
end

-- Whether this lease was given back or revoked, as far as the record knows.
local function was_ended(lease, fence)
  if fence >= lease.fence then
    return fence == lease.fence and lease.state ~= 'live'
  end
  if fence >= lease.chain then
    return true
  end
  for first, last in gmatch(lease.past, '(%d+)%-(%d+)') do
    if fence >= first + 0 and fence <= last + 0 then
      return true
    end
  end
  return false
end

-- The index holds a sixteenth of the keys, by their hash, for lease_sweep. It is only for a figure:
-- whatever is wrong with it keeps no lease from being granted or given back.
local function is_indexed(key)
  return sub(sha1(key), 1, 1) == '0'
end

-- Later than its largest score, so that lease_sweep meets who did not give a lease back.
local function expire_index(entry, deadline, condition)
  local time = deadline + INDEX_MARGIN
--@if test-clock
  time = time - offset -- keys expire by the real clock
--@end
  try('PEXPIREAT', entry.index, format(whole_number, time), condition)
end

-- Before the record, so that no live lease is missing in it.
local function index(entry, key, deadline)
  if is_indexed(key) then
    try('ZADD', entry.index, format(whole_number, deadline), key)
    expire_index(entry, deadline, 'NX')
    expire_index(entry, deadline, 'GT')
  end
end

-- At full memory too: only what is there changes.
local function reindex(entry, key, deadline)
  if is_indexed(key) then
    try('ZADD', entry.index, 'XX', format(whole_number, deadline), key)
    expire_index(entry, deadline, 'GT')
  end
end

local function unindex(entry, key)
  if is_indexed(key) then
    try('ZREM', entry.index, key)
  end
end

