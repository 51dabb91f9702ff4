import { type RawBuilder, sql } from 'kysely'
import type { DbContext, TrxContext } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import { type CurrentStarts, isOver, raiseWindow } from '../../db/count-windows.ts'
import { rowsQuery } from '../../db/json-rows.ts'
import type { Trx } from '../../db/transaction.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** The length of each window that is always equally long. */
export const windowLengthMs = { hour: hourMs, day: dayMs } as const

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

/** The month that all keys of an owner share. */
export const monthOf = (principal: string): WindowKey => ({ principal, window: 'month' })

export const windowKeyText = ({ principal, window }: WindowKey): string => `${principal}\n${window}`

const byKey = (left: WindowKey, right: WindowKey) => (windowKeyText(left) < windowKeyText(right) ? -1 : 1)

/**
 * The window of the calendar that a statement asks for is the current one. So is the next: another node's clock may be
 * there already.
 */
const currentStarts = (keys: 'excluded' | 'given'): CurrentStarts<RawBuilder<number>> => {
  const start = sql<number>`${sql.ref(`${keys}.window_start`)}`
  const length = sql`case rate_windows."window"
    when 'hour' then ${sql.lit(hourMs)} when 'day' then ${sql.lit(dayMs)} else ${sql.lit(31 * dayMs)} end`
  return { earliest: start, latest: sql<number>`${start} + ${length}` }
}

const raised = raiseWindow('rate_windows', {
  current: currentStarts('excluded'),
  start: sql<number>`excluded.window_start`,
  added: sql<number>`excluded.count`,
})

export const windowRaise = rowsQuery<WindowCount & { window_start: number }, WindowCount>(
  { principal: 'text', window: 'text', window_start: 'bigint', count: 'bigint' },
  (rows) => sql<WindowCount>`
    insert into rate_windows (principal, "window", window_start, count)
    select principal, "window", window_start, count from ${rows} where true
    on conflict (principal, "window") do update set
      count = ${raised.count}, window_start = ${raised.window_start}
    returning principal, "window", count`,
)

/**
 * Adds `count` calls to each of these windows in one statement and returns their new counts, by `windowKeyText`. A
 * window that has passed restarts. A lagging clock does not move a window back, unless the window lies further ahead
 * than its length. All nodes lock the rows in the same order, so two batches cannot deadlock.
 */
export async function raiseWindows(
  { db, engine }: TrxContext<'engine'>,
  counts: readonly WindowCount[],
  now: number,
): Promise<ReadonlyMap<string, number>> {
  const rows = await windowRaise(db, engine, windowsToRaise(counts, now))
  return new Map(rows.map((row) => [windowKeyText(row), row.count]))
}

/** In the order in which they are locked. */
export const windowsToRaise = (counts: readonly WindowCount[], now: number) =>
  counts.toSorted(byKey).map(({ principal, window, count }) => ({
    principal,
    window,
    window_start: windowStart(window, now),
    count,
  }))

const read = rowsQuery<WindowKey & { window_start: number }, WindowCount>(
  { principal: 'text', window: 'text', window_start: 'bigint' },
  (rows) => sql<WindowCount>`
    select rate_windows.principal, rate_windows."window", rate_windows.count
    from ${rows} inner join rate_windows
      on rate_windows.principal = given.principal and rate_windows."window" = given."window"
    where not ${isOver(sql.ref('rate_windows.window_start'), currentStarts('given'))}`,
)

/** The current counts of these windows, by `windowKeyText`, without counting anything. */
export async function readWindows(
  { db, engine }: DbContext<'engine'>,
  keys: readonly WindowKey[],
  now: number,
): Promise<ReadonlyMap<string, number>> {
  const windows = keys.map(({ principal, window }) => ({
    principal,
    window,
    window_start: windowStart(window, now),
  }))
  const rows = await read(db, engine, windows)
  return new Map(rows.map((row) => [windowKeyText(row), row.count]))
}

const monthsOf = (db: Db, now: number) => {
  const start = windowStart('month', now)
  return db
    .selectFrom('rate_windows')
    .select(['principal', 'count', 'window_start as start'])
    .where('window', '=', 'month')
    .where('window_start', '>=', start)
    .where('window_start', '<=', start + 31 * dayMs)
}

/** The current months after a principal, in the order of principals. */
export const listMonths = (db: Db, now: number, page: { readonly after: string; readonly limit: number }) =>
  monthsOf(db, now).where('principal', '>', page.after).orderBy('principal').limit(page.limit).execute()

/** The current month of a principal; undefined before its first call. */
export const findMonth = (db: Db, now: number, principal: string) =>
  monthsOf(db, now).where('principal', '=', principal).executeTakeFirst()

/** Longer than any month. */
export const rateWindowDays = 32

/** Deletes windows that were not used for a month. */
export async function sweepWindows(trx: Trx, now: number): Promise<number> {
  const result = await trx
    .deleteFrom('rate_windows')
    .where('window_start', '<', now - rateWindowDays * dayMs)
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}
