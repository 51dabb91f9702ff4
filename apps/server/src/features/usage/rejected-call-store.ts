import { sql } from 'kysely'
import type { TrxContext } from '../../context.ts'
import { rowsQuery } from '../../db/json-rows.ts'
import { tableRows } from '../../db/table-rows.ts'
import type { Row as TableRow } from '../../db/tables.ts'
import type { Trx } from '../../db/transaction.ts'

type Key = Pick<TableRow<'rejected_calls'>, 'principal' | 'window'>
type NewRejectedCall = Omit<TableRow<'rejected_calls'>, 'recorded_at'>

export const rejectedKeyText = ({ principal, window }: Key): string => `${principal}\n${window}`

const inOrder = <Row extends Key>(rows: readonly Row[]) =>
  rows.toSorted((left, right) => (rejectedKeyText(left) < rejectedKeyText(right) ? -1 : 1))

const add = rowsQuery<NewRejectedCall, TableRow<'rejected_calls'>>(
  { principal: 'text', window: 'text', calls: 'bigint', duration_us: 'bigint' },
  (rows) => sql<TableRow<'rejected_calls'>>`
    insert into rejected_calls (principal, "window", calls, duration_us, recorded_at)
    select principal, "window", calls, duration_us, 0 from ${rows} where true
    on conflict (principal, "window") do update set
      calls = rejected_calls.calls + excluded.calls,
      duration_us = rejected_calls.duration_us + excluded.duration_us
    returning principal, "window", calls, duration_us, recorded_at`,
)

/**
 * Adds to the counts that are not in the usage log yet and returns the new ones. Each row is locked until the commit.
 */
export const addRejectedCalls = ({ db, engine }: TrxContext<'engine'>, rows: readonly NewRejectedCall[]) =>
  add(db, engine, inOrder(rows))

const record = rowsQuery<Key & { recorded_at: number }>(
  { principal: 'text', window: 'text', recorded_at: 'bigint' },
  (rows) => sql`
    insert into rejected_calls (principal, "window", calls, duration_us, recorded_at)
    select principal, "window", 0, 0, recorded_at from ${rows} where true
    on conflict (principal, "window") do update set
      calls = 0, duration_us = 0, recorded_at = excluded.recorded_at`,
)

/** Marks the counts of these rows as written to the usage log. */
export async function markRejectedCallsRecorded(
  { db, engine }: TrxContext<'engine'>,
  keys: readonly Key[],
  at: number,
): Promise<void> {
  const rows = keys.map(({ principal, window }) => ({ principal, window, recorded_at: at }))
  await record(db, engine, inOrder(rows))
}

/**
 * Deletes counters that were not used since a time. One with `recorded_at` 0 exists only inside the transaction that
 * writes its first row to the usage log.
 */
export const sweepRejectedCalls = (db: Trx, before: number) =>
  tableRows('rejected_calls').remove({ db }, (is) => is('recorded_at', '<', before))
