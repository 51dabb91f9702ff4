import type { EventType, Severity } from '@envhold/contract/event-types.ts'
import type { Origin } from '../../http/route.ts'
import type { PresentedKey } from '../api-keys/api-key-auth.ts'
import type { ActivityEvent } from '../audit-log/append-activity.ts'
import { type Counts, type WindowName, windowStart } from '../usage/rate-window-store.ts'

const eventOf = (
  { key }: PresentedKey,
  origin: Origin,
  [type, severity, description]: [EventType, Severity, string],
): ActivityEvent => ({
  type,
  severity,
  description,
  userId: key.owner_id,
  tokenId: key.id,
  projectId: key.project_id,
  origin,
})

/**
 * What the owner's activity shows of a key's calls. Every call is in the usage log; the activity log, which is kept
 * forever, gets the first use each day, the first call over a limit, and the first rejected attempt in each hour.
 */
export function ownerEvents(
  presented: PresentedKey,
  origin: Origin,
  now: number,
  counts: Counts,
): ActivityEvent[] {
  const { key, refusal } = presented
  if (refusal) {
    const description = `A call with the API key "${key.key_name}" was rejected: ${refusal.message}`
    return counts.hour === 1 ? [eventOf(presented, origin, ['unauthorized_access', 'high', description])] : []
  }
  const isFirstToday = counts.day === 1 && (key.last_used_at ?? 0) < windowStart('day', now)
  const description = `The API key "${key.key_name}" was used`
  return isFirstToday ? [eventOf(presented, origin, ['api_key_used', 'low', description])] : []
}

/** The event for the first call that a window rejects. Failed attempts on a key have been recorded already. */
export function rejectionEvents(
  presented: PresentedKey,
  origin: Origin,
  window: WindowName,
): ActivityEvent[] {
  const { key, refusal, limits } = presented
  if (refusal) return []
  const calls = limits[window].toLocaleString('en')
  const description =
    window === 'month'
      ? `The API key "${key.key_name}" was rejected: your API keys together reached ${calls} calls this month`
      : `The API key "${key.key_name}" reached its limit of ${calls} calls ${window === 'hour' ? 'an hour' : 'a day'}`
  return [eventOf(presented, origin, ['rate_limit_exceeded', 'medium', description])]
}
