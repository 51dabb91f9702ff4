import type { EventType, Severity } from '@envhold/contract/activity/event-types.ts'
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
 * The events of a key's calls in the owner's activity. Every call is in the usage log. The activity log is never
 * trimmed, so it gets only the first use each day, the first call over a limit, and the first rejected attempt in each
 * hour.
 */
export function ownerEvents(
  presented: PresentedKey,
  origin: Origin,
  now: number,
  counts: Counts,
): ActivityEvent[] {
  const { key, rejection } = presented
  if (rejection) {
    const description = `A call with the API key "${key.key_name}" was rejected: ${rejection.message}`
    return counts.hour === 1 ? [eventOf(presented, origin, ['unauthorized_access', 'high', description])] : []
  }
  const isFirstToday = counts.day === 1 && (key.last_used_at ?? 0) < windowStart('day', now)
  const description = `The API key "${key.key_name}" was used`
  return isFirstToday ? [eventOf(presented, origin, ['api_key_used', 'low', description])] : []
}

/** The owner's events for the first call that a window rejects. Failed attempts on a key are recorded already. */
export function rejectionEvents(
  presented: PresentedKey,
  origin: Origin,
  window: WindowName,
): ActivityEvent[] {
  const { key, rejection, limits } = presented
  if (rejection) return []
  const calls = limits[window].toLocaleString('en')
  const description =
    window === 'month'
      ? `The API key "${key.key_name}" was rejected: your API keys together reached ${calls} calls this month`
      : `The API key "${key.key_name}" reached its limit of ${calls} calls ${window === 'hour' ? 'an hour' : 'a day'}`
  return [eventOf(presented, origin, ['rate_limit_exceeded', 'medium', description])]
}
