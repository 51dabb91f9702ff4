import { dayMs, type Reminder } from './facts.ts'

export const reminderDays = [7, 3, 1] as const
/** Nothing is archived or deleted earlier than this after its last reminder was sent. */
export const reminderAgeMs = 20 * 3_600_000
/** An older reminder counts as forgotten: the server was off, or the step was held up. */
const reminderLifeMs = 7 * dayMs
/** For a reminder that is missing. */
export const postponedMs = dayMs

/** The days left, as shown: rounded up. */
export const daysLeft = (end: number, now: number): number => Math.max(0, Math.ceil((end - now) / dayMs))

/** The reminders that are due; several that were missed are one, which says the days that are left. */
export const dueReminders = (reminded: readonly number[], days: number): number[] =>
  reminderDays.filter((day) => days <= day && !reminded.includes(day))

/** A reminder that is queued now. */
export const reminderAt = (now: number): Reminder => ({ queuedAt: now, sentAt: null, isGivenUp: false })

/**
 * Whether a destructive step may follow now, has to wait because its reminder is too young, or needs another one. The
 * date in a reminder that is still queued at its deadline is over, so another one replaces it.
 */
export function readiness(reminder: Reminder | null, now: number): 'ready' | 'wait' | 'unreminded' {
  if (!reminder || reminder.sentAt === null) return 'unreminded'
  const age = now - reminder.sentAt
  // A reminder from the future was sent under a wrong clock.
  if (age < 0 || age > reminderLifeMs) return 'unreminded'
  return age >= reminderAgeMs ? 'ready' : 'wait'
}
