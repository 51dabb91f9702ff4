import type { EventType, Severity } from '@envhold/contract/event-types.ts'
import type { Origin } from '../../http/route.ts'
import type { PresentedKey } from '../api-keys/api-key-auth.ts'
import type { ActivityEvent } from '../audit-log/append-activity.ts'
import { windowNames, windowStart } from '../audit-log/rate-window-store.ts'
import type { CallLimits, Counted } from '../audit-log/usage-recorder.ts'

/**
 * What the owner's activity hears of a key's calls. Every call is in the usage log; the activity log, which is kept
 * without end, hears of the first use each day, of the first call over a limit, and of the first refused attempt in
 * each hour.
 */
export function eventsToTell(
  { key, refusal }: PresentedKey,
  origin: Origin,
  now: number,
  limits: CallLimits,
  { counts, allowed }: Counted,
): ActivityEvent[] {
  const told = (type: EventType, severity: Severity, description: string): ActivityEvent => ({
    type,
    severity,
    description,
    userId: key.owner_id,
    tokenId: key.id,
    projectId: key.project_id,
    origin,
  })
  if (refusal)
    return counts.hour === 1
      ? [
          told(
            'unauthorized_access',
            'high',
            `A call with the API key "${key.key_name}" was refused: ${refusal.message}`,
          ),
        ]
      : []
  if (!allowed) {
    const justPassed = windowNames.some(
      (window) => limits[window] >= 0 && counts[window] === limits[window] + 1,
    )
    return justPassed
      ? [told('rate_limit_exceeded', 'medium', `The API key "${key.key_name}" reached its limit`)]
      : []
  }
  const isFirstToday = counts.day === 1 && (key.last_used_at ?? 0) < windowStart('day', now)
  return isFirstToday ? [told('api_key_used', 'low', `The API key "${key.key_name}" was used`)] : []
}
