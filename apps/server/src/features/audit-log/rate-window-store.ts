import { sql } from 'kysely'
import { keptQuery } from '../../db/kept-query.ts'
import type { Trx } from '../../db/transaction.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

export const windowNames = ['hour', 'day', 'month'] as const
export type WindowName = (typeof windowNames)[number]
/** For each window: how many calls it holds so far. */
export type Counts = Readonly<Record<WindowName, number>>

/** When the window that holds `now` began: hours and days of UTC, calendar months. */
export function windowStart(window: WindowName, now: number): number {
  if (window === 'hour') return now - (now % hourMs)
  if (window === 'day') return now - (now % dayMs)
  const date = new Date(now)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth())
}

/** When it ends. */
export function windowEnd(window: WindowName, now: number): number {
  if (window === 'hour') return windowStart('hour', now) + hourMs
  if (window === 'day') return windowStart('day', now) + dayMs
  const date = new Date(now)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1)
}

/** A window that has passed, or one further ahead than it is long: a clock that was ahead began that one. */
const isOver = sql`(rate_windows.window_start < excluded.window_start
  or rate_windows.window_start - excluded.window_start > case rate_windows."window"
    when 'hour' then ${sql.lit(hourMs)} when 'day' then ${sql.lit(dayMs)} else ${sql.lit(31 * dayMs)} end)`

const raise = keptQuery((db) =>
  db
    .insertInto('rate_windows')
    .values(windowNames.map((window) => ({ principal: '', window, window_start: 0, count: 0 })))
    .onConflict((conflict) =>
      conflict.columns(['principal', 'window']).doUpdateSet({
        count: sql`case when ${isOver}
          then excluded.count else rate_windows.count + excluded.count end`,
        window_start: sql`case when ${isOver}
          then excluded.window_start else rate_windows.window_start end`,
      }),
    )
    .returning(['window', 'count']),
)

/**
 * Adds `calls` to every window of a principal in one statement, shared by all nodes, and answers what they hold now.
 * A window that has passed starts again. A clock that lags behind takes none back, unless the window lies further
 * ahead than it is long.
 */
export async function raiseWindows(trx: Trx, principal: string, calls: number, now: number): Promise<Counts> {
  const parameters = windowNames.flatMap((window) => [principal, window, windowStart(window, now), calls])
  const rows = await raise(trx, parameters)
  const counts = new Map(rows.map(({ window, count }) => [window, count]))
  return { hour: counts.get('hour') ?? 0, day: counts.get('day') ?? 0, month: counts.get('month') ?? 0 }
}

/** Forgets windows nobody has used for a month. */
export async function sweepWindows(trx: Trx, now: number): Promise<number> {
  const gone = await trx
    .deleteFrom('rate_windows')
    .where('window_start', '<', now - 32 * dayMs)
    .executeTakeFirst()
  return Number(gone.numDeletedRows)
}
