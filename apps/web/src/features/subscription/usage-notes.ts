import { unlimited } from '@envhold/contract/billing/plans.ts'
import { formatBytes } from '@envhold/contract/limits.ts'
import { formatCount, formatUtcDay } from '../../ui/text/format.ts'
import { nextMonth } from './usage-level.ts'

/** How many more of something the plan has room for. */
export function roomNote(current: number, max: number, one: string, many: string): string {
  if (max === unlimited) return 'No limit on your plan'
  const left = max - current
  if (left < 0) return `Over the limit by ${formatCount(-left)}`
  if (left === 0) return `At the limit: no more ${many} can be added`
  return `${formatCount(left)} more ${left === 1 ? one : many} can be added`
}

/** How much more can be stored, from 80 % on with what frees room. */
export function storageNote(current: number, max: number): string {
  if (max === unlimited) return 'No limit on your plan'
  const left = max - current
  if (left <= 0) return 'Full: delete environments or projects, or upgrade, to store more'
  const free = `${formatBytes(left)} free`
  return current < 0.8 * max ? free : `${free}: almost full. Deleted projects count until they are erased`
}

/** When the API calls of the month start again. */
export function callsNote(current: number, max: number, now: Date): string {
  if (max === unlimited) return 'No monthly limit on your plan'
  const next = formatUtcDay(nextMonth(now))
  return current < max
    ? `Starts again on ${next} (UTC)`
    : `At the limit: calls are rejected until ${next} (UTC)`
}
