import { type RawBuilder, sql } from 'kysely'
import type { DbContext, TrxContext } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import { type CurrentStarts, isOver } from '../../db/count-windows.ts'
import { rowsQuery } from '../../db/json-rows.ts'
import { windowLengthMs } from './rate-window-store.ts'

/** Calls to count for one counter: an API key's id, or the counter of failed attempts on it. */
export interface CountedCalls {
  readonly counter: string
  readonly calls: number
  /** Those for which the key was used, not only tried. */
  readonly used: number
}

/** The calls that a counter holds in its current hour and day. */
export interface HeldCalls {
  readonly counter: string
  readonly hour: number
  readonly day: number
}

type Window = 'hour' | 'day'

const startAt = (window: Window) => sql<number>`given.at - given.at % ${sql.lit(windowLengthMs[window])}`

/** The current window has this start. So has the next one: another node's clock may be there already. */
const startingAt = (window: Window, start: RawBuilder<number>): CurrentStarts<RawBuilder<number>> => ({
  earliest: start,
  latest: sql<number>`${start} + ${sql.lit(windowLengthMs[window])}`,
})

const isPast = (window: Window, start: RawBuilder<number>) =>
  isOver(sql.ref(`key_counters.${window}_start`), startingAt(window, start))

/** A window that has passed restarts. So does one further ahead than its length: it was written under a wrong clock. */
function raised(window: Window): RawBuilder<unknown> {
  const [start, calls] = [sql.ref(`${window}_start`), sql.ref(`${window}_calls`)]
  const past = isPast(window, sql`excluded.${start}`)
  return sql`
    ${start} = case when ${past} then excluded.${start} else key_counters.${start} end,
    ${calls} = excluded.${calls} + case when ${past} then 0 else key_counters.${calls} end`
}

export const counterRaise = rowsQuery<CountedCalls, HeldCalls, [at: number]>(
  { counter: 'text', calls: 'bigint', used: 'bigint' },
  (rows) => sql<HeldCalls>`
    insert into key_counters
      (counter, hour_start, hour_calls, day_start, day_calls, total, last_used_at, previous_use_at)
    select counter, ${startAt('hour')}, calls, ${startAt('day')}, calls, used,
      case when used > 0 then at end, cast(null as bigint)
    from ${rows} where true
    on conflict (counter) do update set
      ${raised('hour')}, ${raised('day')},
      total = key_counters.total + excluded.total,
      last_used_at = coalesce(excluded.last_used_at, key_counters.last_used_at),
      previous_use_at = key_counters.last_used_at
    returning counter, hour_calls as hour, day_calls as day`,
  { at: 'bigint' },
)

/**
 * Adds calls to the hour, the day and the total of each counter in one statement, and returns the new counts. The rows
 * stay locked until the commit. All nodes lock them in the same order, so two batches cannot deadlock.
 */
export async function raiseCounters(
  { db, engine }: TrxContext<'engine'>,
  calls: readonly CountedCalls[],
  now: number,
): Promise<HeldCalls[]> {
  return await counterRaise(db, engine, inLockOrder(calls), now)
}

export const inLockOrder = (calls: readonly CountedCalls[]) =>
  calls.toSorted((left, right) => (left.counter < right.counter ? -1 : 1))

/** Calls that were counted although a window rejects them. */
export interface RejectedCalls extends CountedCalls {
  /** 1 if no counted call used the key. */
  readonly unused: number
}

const subtract = rowsQuery<RejectedCalls>(
  { counter: 'text', calls: 'bigint', used: 'bigint', unused: 'bigint' },
  (rows) => sql`
    update key_counters set
      hour_calls = key_counters.hour_calls - given.calls,
      day_calls = key_counters.day_calls - given.calls,
      total = key_counters.total - given.used,
      last_used_at = case when given.unused = 1 then previous_use_at else last_used_at end
    from ${rows} where key_counters.counter = given.counter`,
)

/** Subtracts calls that {@link raiseCounters} counted in the same transaction. */
export async function subtractRejected(
  { db, engine }: TrxContext<'engine'>,
  rejected: readonly RejectedCalls[],
): Promise<void> {
  await subtract(db, engine, rejected)
}

const read = rowsQuery<{ counter: string; at: number }, HeldCalls>(
  { counter: 'text', at: 'bigint' },
  (rows) => {
    const callsOf = (window: Window) => {
      const past = isPast(window, startAt(window))
      return sql`case when ${past} then 0 else key_counters.${sql.ref(`${window}_calls`)} end as ${sql.ref(window)}`
    }
    return sql<HeldCalls>`
      select key_counters.counter, ${callsOf('hour')}, ${callsOf('day')}
      from ${rows} inner join key_counters on key_counters.counter = given.counter`
  },
)

/** The calls that a counter holds now, without counting any. */
export async function readCounter(
  { db, engine }: DbContext<'engine'>,
  counter: string,
  now: number,
): Promise<HeldCalls> {
  const [calls] = await read(db, engine, [{ counter, at: now }])
  return calls ?? { counter, hour: 0, day: 0 }
}

const failedAttempts = '/refused'

/** The counter of failed attempts on a key. They have their own quota, so they cannot exhaust the key's. */
export const failedAttemptsCounter = (keyId: string): string => `${keyId}${failedAttempts}`

/** Deletes counters. Locks them in the order in which calls lock them, whatever order the database sorts texts in. */
export async function deleteCounters({ db, engine }: TrxContext<'engine'>, counters: readonly string[]) {
  if (counters.length === 0) return
  if (engine === 'postgres')
    await db
      .selectFrom('key_counters')
      .select('counter')
      .where('counter', 'in', counters)
      .orderBy(sql`counter collate "C"`)
      .forUpdate()
      .execute()
  await db.deleteFrom('key_counters').where('counter', 'in', counters).execute()
}

/** Counters with the id of their key, which is null when the key does not exist, in the order of the counters. */
export const readCountersAfter = (db: Db, last: string, limit: number) =>
  db
    .selectFrom('key_counters')
    .leftJoin('api_keys', (join) =>
      join.on(sql`api_keys.id`, '=', sql`replace(key_counters.counter, ${sql.lit(failedAttempts)}, '')`),
    )
    .select(['key_counters.counter', 'api_keys.id as key'])
    .where('key_counters.counter', '>', last)
    .orderBy('key_counters.counter')
    .limit(limit)
    .execute()
