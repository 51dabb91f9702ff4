import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { rowsQuery } from '../../db/json-rows.ts'
import type { Trx } from '../../db/transaction.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

export const windowNames = ['hour', 'day', 'month'] as const
export type WindowName = (typeof windowNames)[number]
/** How many calls each window holds so far. */
export type Counts = Readonly<Record<WindowName, number>>

/** The start of the window that contains `now`: hours and days of UTC, calendar months. */
export function windowStart(window: WindowName, now: number): number {
  if (window === 'hour') return now - (now % hourMs)
  if (window === 'day') return now - (now % dayMs)
  const date = new Date(now)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth())
}

/** The end of that window. */
export function windowEnd(window: WindowName, now: number): number {
  if (window === 'hour') return windowStart('hour', now) + hourMs
  if (window === 'day') return windowStart('day', now) + dayMs
  const date = new Date(now)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1)
}

/** One window of one principal: an API key, a personal token or an owner. */
export interface WindowKey {
  readonly principal: string
  readonly window: WindowName
}

export interface WindowCount extends WindowKey {
  readonly count: number
}

export const windowKeyText = ({ principal, window }: WindowKey): string => `${principal}\n${window}`

const byKey = (left: WindowKey, right: WindowKey) => (windowKeyText(left) < windowKeyText(right) ? -1 : 1)

type Ctx = Pick<Context, 'engine'>

/** Whether a window has passed, or lies further ahead than its length: then a clock that ran ahead started it. */
const isWindowOver = (
  asked: 'excluded' | 'given',
) => sql`(rate_windows.window_start < ${sql.id(asked)}.window_start
  or rate_windows.window_start - ${sql.id(asked)}.window_start > case rate_windows."window"
    when 'hour' then ${sql.lit(hourMs)} when 'day' then ${sql.lit(dayMs)} else ${sql.lit(31 * dayMs)} end)`

const raise = rowsQuery<WindowCount & { window_start: number }, WindowCount>(
  { principal: 'text', window: 'text', window_start: 'bigint', count: 'bigint' },
  (given) => sql<WindowCount>`
    insert into rate_windows (principal, "window", window_start, count)
    select principal, "window", window_start, count from ${given} where true
    on conflict (principal, "window") do update set
      count = case when ${isWindowOver('excluded')}
        then excluded.count else rate_windows.count + excluded.count end,
      window_start = case when ${isWindowOver('excluded')}
        then excluded.window_start else rate_windows.window_start end
    returning principal, "window", count`,
)

/**
 * Adds `count` calls to each of these windows in one statement and returns their new counts, by `windowKeyText`. A
 * window that has passed restarts. A lagging clock does not move a window back, unless the window lies further ahead
 * than its length. All nodes lock the rows in the same order, so two batches cannot deadlock.
 */
export async function raiseWindows(
  { db, engine }: Ctx & { readonly db: Trx },
  counts: readonly WindowCount[],
  now: number,
): Promise<ReadonlyMap<string, number>> {
  const given = counts.toSorted(byKey).map(({ principal, window, count }) => ({
    principal,
    window,
    window_start: windowStart(window, now),
    count,
  }))
  const rows = await raise(db, engine, given)
  return new Map(rows.map((row) => [windowKeyText(row), row.count]))
}

const read = rowsQuery<WindowKey & { window_start: number }, WindowCount>(
  { principal: 'text', window: 'text', window_start: 'bigint' },
  (given) => sql<WindowCount>`
    select rate_windows.principal, rate_windows."window", rate_windows.count
    from ${given} inner join rate_windows
      on rate_windows.principal = given.principal and rate_windows."window" = given."window"
    where not ${isWindowOver('given')}`,
)

/** The current counts of these windows, by `windowKeyText`, without counting anything. */
export async function readWindows(
  { db, engine }: Ctx & Pick<Context, 'db'>,
  keys: readonly WindowKey[],
  now: number,
): Promise<ReadonlyMap<string, number>> {
  const given = keys.map(({ principal, window }) => ({
    principal,
    window,
    window_start: windowStart(window, now),
  }))
  const rows = await read(db, engine, given)
  return new Map(rows.map((row) => [windowKeyText(row), row.count]))
}

/** Deletes windows that were not used for a month. */
export async function sweepWindows(trx: Trx, now: number): Promise<number> {
  const result = await trx
    .deleteFrom('rate_windows')
    .where('window_start', '<', now - 32 * dayMs)
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}
