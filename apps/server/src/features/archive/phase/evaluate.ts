import { awaitAnnouncement, finish, remindGrace } from './end-grace.ts'
import { bringBack, enterPhase } from './enter-phase.ts'
import { expire, remindArchived } from './expire-archived.ts'
import { type Effect, type Evaluation, type Facts, unchanged } from './facts.ts'

export interface Allowed {
  /** Includes what takes something away: the end of a grace period, and deletion. */
  readonly destructive: boolean
  /** At most so many deletions; without a number, all that are due. */
  readonly deletions?: number
}

/**
 * What becomes of an account now. Evaluating the result at the same time changes nothing more. Every destructive step
 * needs a reminder that was sent at least 20 hours and at most 7 days before it.
 */
export function evaluate(
  facts: Facts,
  now: number,
  { destructive, deletions = Number.POSITIVE_INFINITY }: Allowed,
): Evaluation {
  if (facts.suspendedAt !== null) return unchanged(facts)
  const effects: Effect[] = []
  let next = facts
  const take = (step: Evaluation) => {
    next = step.next
    effects.push(...step.effects)
  }
  take(enterPhase(next, now))
  take(bringBack(next))
  take(awaitAnnouncement(next, now))
  take(remindGrace(next, now))
  if (destructive) {
    take(finish(next, now))
    // Archived projects make room for people whose access was paused before.
    take(bringBack(next))
  }
  take(remindArchived(next, now, destructive))
  if (destructive) take(expire(next, now, deletions))
  return { next, effects }
}
