import { daysMs } from '../../../jobs/retention-rule.ts'

/** How many days before a due day its mails are sent. */
export const reminderDays = [7, 1] as const

/** The calendar day of a time, in UTC: `2027-01-31`. */
export const dayAt = (time: number): string => new Date(time).toISOString().slice(0, 10)

/** The day that follows a time by so many days. */
export const dayIn = (days: number, now: number): string => dayAt(now + daysMs(days))

/** When a day begins, in UTC. */
export const startOf = (day: string): number => Date.parse(`${day}T00:00:00Z`)

/** Negative if the day is past. */
export const daysLeft = (day: string, now: number): number => (startOf(day) - startOf(dayAt(now))) / daysMs(1)

/**
 * Which reminder, in days before the day, is to be sent now; undefined if none is. Of several that were missed, only the
 * nearest one. It can be sent on the day itself, and not later.
 * @param reminded the latest reminder so far
 */
export function dueReminder(
  { day, reminded }: { readonly day: string; readonly reminded: number | null },
  now: number,
): number | undefined {
  const left = daysLeft(day, now)
  if (left < 0) return undefined
  return reminderDays.findLast((days) => left <= days && (reminded === null || days < reminded))
}

/** For a day that is set now: the reminders that would have been earlier count as sent. */
export const remindedFrom = (day: string, now: number): number | null =>
  reminderDays.findLast((days) => daysLeft(day, now) < days) ?? null
