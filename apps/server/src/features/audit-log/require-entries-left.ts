import { type EventType, readEvents } from '@envhold/contract/activity/event-types.ts'
import { AppError } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import type { ActivityEvent } from './append-activity.ts'

/**
 * Of one account on one node in an hour: far more than people and their tools record. Entries are stored without end.
 */
const maxEntries = 5_000
const windowMs = 60 * 60 * 1_000

/**
 * What is counted, and refused beyond that. Deleting and revoking need what was created before. The rest has limits of
 * its own, and others can cause it, such as failed sign-ins.
 */
const limited: ReadonlySet<EventType> = new Set([
  ...readEvents,
  'account_updated',
  'project_created',
  'project_updated',
  'environment_created',
  'environment_updated',
  'variable_created',
  'variable_updated',
  'variables_imported',
  'variables_restored',
  'user_role_changed',
  'personal_token_created',
  'api_key_created',
  'api_key_updated',
])

interface Window {
  start: number
  readonly entries: Map<number, number>
}

/** By the secrets of an instance, which its context and its transactions share. */
const windows = new WeakMap<Context['secrets'], Window>()

/**
 * Counts what an account adds to the activity log, in the memory of this process: so it costs no write.
 * @throws AppError RATE_LIMITED
 */
export function requireEntriesLeft(
  { secrets, clock }: Pick<Context, 'secrets' | 'clock'>,
  events: readonly Pick<ActivityEvent, 'userId' | 'type'>[],
): void {
  const now = clock()
  const known = windows.get(secrets)
  const window = known && Math.abs(now - known.start) < windowMs ? known : { start: now, entries: new Map() }
  windows.set(secrets, window)
  for (const { userId, type } of events) {
    if (userId === null || !limited.has(type)) continue
    const count = (window.entries.get(userId) ?? 0) + 1
    if (count > maxEntries)
      throw new AppError('RATE_LIMITED', {
        retryAfter: Math.max(1, Math.ceil((window.start + windowMs - now) / 1_000)),
      })
    window.entries.set(userId, count)
  }
}
