import { formatUtcDay } from '../../../ui/text/format.ts'

/** How near the day is on which a variable is to be replaced. */
export type DueState = 'overdue' | 'soon' | 'later'

const soonDays = 7
const dayMs = 86_400_000

/** A calendar day as `YYYY-MM-DD`, where the user is. */
export const localDay = (at: Date) =>
  [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0')).join('-')

/** Compares two calendar days, `YYYY-MM-DD`. A day itself is not overdue. */
export function dueState(due: string, today: string): DueState {
  const days = (Date.parse(due) - Date.parse(today)) / dayMs
  if (days < 0) return 'overdue'
  return days <= soonDays ? 'soon' : 'later'
}

/** Whether a day is past, or within a week: then the variable is to be checked. */
export const isNearlyDue = (due: string | undefined, today: string): boolean =>
  due !== undefined && dueState(due, today) !== 'later'

const longDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/** `Due Dec 3`, `Overdue since Nov 3`; with the year if it is another one. */
export function dueText(due: string, today: string): string {
  const at = new Date(due)
  const day = due.slice(0, 4) === today.slice(0, 4) ? formatUtcDay(at) : longDay.format(at)
  return `${dueState(due, today) === 'overdue' ? 'Overdue since' : 'Due'} ${day}`
}
