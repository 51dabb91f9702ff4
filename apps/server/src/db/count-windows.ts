/**
 * Counting how often something happens within a window of time, in rows that hold a window's start and its count. A
 * window whose time has passed starts again. So does one that starts further ahead than a clock may be: it was written
 * under a wrong clock, and would otherwise block until that time.
 */
import { type RawBuilder, sql } from 'kysely'

/** The clocks of nodes may differ by this much. */
export const clockToleranceMs = 60_000

type Time = number | RawBuilder<number>

/** The starts with which a window is the current one. */
export interface CurrentStarts<T extends Time = Time> {
  readonly earliest: T
  readonly latest: T
}

/** Of a window that begins with the first occurrence. */
export const startsWithin = (windowMs: number, now: number): CurrentStarts<number> => ({
  earliest: now - windowMs + 1,
  latest: now + clockToleranceMs,
})

export const isCurrent = (start: number, { earliest, latest }: CurrentStarts<number>) =>
  start >= earliest && start <= latest

/** Whether the window of a row is not the current one, as SQL. @param start the column */
export const isOver = (start: RawBuilder<number>, { earliest, latest }: CurrentStarts) =>
  sql<boolean>`(${start} < ${earliest} or ${start} > ${latest})`

export interface Occurrences {
  readonly current: CurrentStarts
  /** The start of the current window, if the row's is over. */
  readonly start: Time
  /** How many to add. */
  readonly added: Time
  /** The count at which the window starts again, so that a lock lasts its full length. */
  readonly lockAt?: number
}

/** What a row becomes when occurrences are added, for `on conflict do update`. */
export function raiseWindow(
  table: 'attempts' | 'rate_windows',
  { current, start, added, lockAt }: Occurrences,
): { readonly count: RawBuilder<number>; readonly window_start: RawBuilder<number> } {
  const [row, count] = [
    sql<number>`${sql.ref(`${table}.window_start`)}`,
    sql<number>`${sql.ref(`${table}.count`)}`,
  ]
  const over = isOver(row, current)
  const starts = lockAt === undefined ? over : sql<boolean>`${over} or ${count} + ${added} = ${lockAt}`
  return {
    count: sql<number>`case when ${over} then ${added} else ${count} + ${added} end`,
    window_start: sql<number>`case when ${starts} then ${start} else ${row} end`,
  }
}
