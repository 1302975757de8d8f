-- SPDX-License-Identifier: Apache-2.0
-- The last MAX_LOST fences that were told LOST: a holder that asks again is not lost again.
local lost = {}
local lost_order = {}
local lost_next = 1

local function count_lost(entry, fence)
  if lost[fence] then
    return
  end
  local oldest = lost_order[lost_next]
  if oldest then
    lost[oldest] = nil
  end
  lost[fence], lost_order[lost_next] = true, fence
  lost_next = lost_next % MAX_LOST + 1
  entry.lost = entry.lost + 1
end

-- What became of a lease that is not the live one, by what its holder was last told. LOST: it should
-- be there and nothing tells that it was given back, so somebody else may have it, or had it.
local function late(entry, lease, fence, deadline, now)
  if deadline > now + MAX_TTL then
    return bad_argument('a deadline further away than any lease lasts')
  end
  if now >= deadline then
    entry.expired = entry.expired + 1
    return {'EXPIRED'}
  end
  if fence < 1 or epoch and fence > epoch * FENCES + counter then
    entry.not_owner = entry.not_owner + 1
    return {'NOT_OWNER'}
  end
  if lease and was_ended(lease, fence) then
    entry.late = entry.late + 1
    return {fence == lease.revoked and 'REVOKED' or 'RELEASED'}
  end
  count_lost(entry, fence)
  return {'LOST'}
end

