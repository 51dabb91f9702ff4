import { type RawBuilder, sql } from 'kysely'
import type { DbContext, TrxContext } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import { isCurrent, isOver, startsWithin } from '../../db/count-windows.ts'
import type { Trx } from '../../db/transaction.ts'
import { daysMs } from '../../jobs/retention-rule.ts'

/** How long consecutive failures delay the next attempt: 1, 2, 4 … seconds, up to `maxWaitMs`. */
export interface WaitRule {
  readonly kind: string
  /** The number of the failure that causes the first wait. */
  readonly freeFailures: number
  readonly maxWaitMs: number
  /** Failures are forgotten this long after the last one. */
  readonly forgetMs: number
}

/** Whose failures a rule counts: a hash or an id, never text that a user typed. */
export interface WaitKey {
  readonly rule: WaitRule
  readonly identity: string
}

const secondMs = 1_000
/** Longer than any rule remembers failures. */
export const failureWaitDays = 30

const findRow = (db: Db, { rule, identity }: WaitKey) =>
  db
    .selectFrom('failure_waits')
    .select(['failures', 'last_failure_at', 'blocked_until'])
    .where('kind', '=', rule.kind)
    .where('identity', '=', identity)
    .executeTakeFirst()

/** Returns the consecutive failures, and how many milliseconds the next attempt has to wait. Writes nothing. */
export async function findWait(
  { db, clock }: DbContext<'clock'>,
  key: WaitKey,
): Promise<{ failures: number; waitMs: number }> {
  const row = await findRow(db, key)
  const now = clock()
  if (!row || !isCurrent(row.last_failure_at, startsWithin(key.rule.forgetMs, now)))
    return { failures: 0, waitMs: 0 }
  return { failures: row.failures, waitMs: Math.max(0, row.blocked_until - now) }
}

/** The wait after this many failures, as SQL. */
function waitAfter(failures: RawBuilder<number>, { freeFailures, maxWaitMs }: WaitRule): RawBuilder<number> {
  const doublings = Math.ceil(Math.log2(maxWaitMs / secondMs))
  return sql<number>`case
    when ${failures} < ${sql.lit(freeFailures)} then 0
    when ${failures} >= ${sql.lit(freeFailures + doublings)} then ${sql.lit(maxWaitMs)}
    else ${sql.lit(secondMs)} << (${failures} - ${sql.lit(freeFailures)}) end`
}

/**
 * Counts an attempt as a failure before its secret is checked, in one atomic statement, so that no number of parallel
 * guesses avoids a wait. `clearFailures` removes it once the secret proves correct.
 * @returns the consecutive failures; undefined while the key has to wait, in which case nothing is counted
 */
export async function raiseFailure(
  { db, clock }: TrxContext<'clock'>,
  key: WaitKey,
): Promise<number | undefined> {
  const { rule, identity } = key
  const now = clock()
  const at = sql<number>`cast(${now} as bigint)`
  const old = isOver(sql.ref('failure_waits.last_failure_at'), startsWithin(rule.forgetMs, now))
  const failures = sql<number>`(case when ${old} then 1 else failure_waits.failures + 1 end)`
  const row = await db
    .insertInto('failure_waits')
    .values({ kind: rule.kind, identity, failures: 1, last_failure_at: now, blocked_until: now })
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'identity'])
        .doUpdateSet({
          failures,
          last_failure_at: now,
          blocked_until: sql<number>`${at} + ${waitAfter(failures, rule)}`,
        })
        .where(sql<boolean>`${old} or failure_waits.blocked_until <= ${now}`),
    )
    .returning('failures')
    .executeTakeFirst()
  return row?.failures
}

export async function clearFailures(trx: Trx, keys: readonly WaitKey[]): Promise<void> {
  for (const { rule, identity } of keys)
    await trx
      .deleteFrom('failure_waits')
      .where('kind', '=', rule.kind)
      .where('identity', '=', identity)
      .execute()
}

/** Deletes failures that every rule has forgotten. @returns how many rows there were */
export async function sweepFailureWaits({ db, clock }: DbContext<'clock'>): Promise<number> {
  const old = db.deleteFrom('failure_waits').where('last_failure_at', '<', clock() - daysMs(failureWaitDays))
  return Number((await old.executeTakeFirst()).numDeletedRows)
}
