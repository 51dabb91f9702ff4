import { type RawBuilder, sql } from 'kysely'
import type { DbContext, TrxContext } from '../../context.ts'
import { isCurrent, isOver, raiseWindow, startsWithin } from '../../db/count-windows.ts'
import { tableRows } from '../../db/table-rows.ts'
import type { Trx } from '../../db/transaction.ts'
import { daysMs } from '../../jobs/retention-rule.ts'

/**
 * How many attempts of one kind an identity has within a window. The last of them starts a lock as long as the window.
 */
export interface AttemptRule {
  readonly kind: string
  readonly limit: number
  readonly windowMs: number
}

export interface Attempts {
  readonly count: number
  /** When the window, or the lock, ends: ms since 1970. */
  readonly until: number
}

const attemptRows = tableRows('attempts')
const waitRows = tableRows('failure_waits')

/** Returns the attempts in the current window or lock. Writes nothing. */
export async function findAttempts(
  ctx: DbContext<'clock'>,
  { kind, windowMs }: AttemptRule,
  identity: string,
): Promise<Attempts | undefined> {
  const { earliest, latest } = startsWithin(windowMs, ctx.clock())
  const row = await attemptRows.find(ctx, [
    { kind, identity },
    (is) => is.between('window_start', earliest, latest),
  ])
  return row && { count: row.count, until: row.window_start + windowMs }
}

/**
 * Counts one attempt in one atomic statement and returns the new count. Call it before checking the secret, so that no
 * number of parallel guesses exceeds the limit. The attempt that reaches the limit restarts the window: the lock lasts
 * its full length from then on, and attempts during the lock do not extend it.
 */
export async function raiseAttempts(
  { db, clock }: DbContext<'clock'>,
  { kind, limit, windowMs }: AttemptRule,
  identity: string,
): Promise<Attempts> {
  const now = clock()
  const raised = raiseWindow('attempts', {
    current: startsWithin(windowMs, now),
    start: now,
    added: 1,
    lockAt: limit,
  })
  const row = await db
    .insertInto('attempts')
    .values({ kind, identity, window_start: now, count: 1 })
    .onConflict((conflict) => conflict.columns(['kind', 'identity']).doUpdateSet(raised))
    .returning(['count', 'window_start'])
    .executeTakeFirstOrThrow()
  return { count: row.count, until: row.window_start + windowMs }
}

/** Subtracts one attempt that was not wrong after all. */
export async function lowerAttempts({ db }: DbContext<'clock'>, { kind }: AttemptRule, identity: string) {
  await db
    .updateTable('attempts')
    .set((eb) => ({ count: eb('count', '-', 1) }))
    .where('kind', '=', kind)
    .where('identity', '=', identity)
    .where('count', '>', 0)
    .execute()
}

export const clearAttempts = (ctx: DbContext<'clock'>, { kind }: AttemptRule, identity: string) =>
  attemptRows.remove(ctx, { kind, identity })

/** Moves the counts of one identity to another that has none. */
export const moveAttempts = (
  db: Trx,
  kind: readonly string[],
  { from, to }: { readonly from: string; readonly to: string },
) => attemptRows.update({ db }, { kind, identity: from }, { identity: to })

/** No window is longer. */
export const attemptDays = 1

/** Deletes windows that ended long ago. @returns how many there were */
export const sweepAttempts = (ctx: DbContext<'clock'>) =>
  attemptRows.remove(ctx, (is) => is('window_start', '<', ctx.clock() - daysMs(attemptDays)))

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

/** Returns the consecutive failures, and how many milliseconds the next attempt has to wait. Writes nothing. */
export async function findWait(ctx: DbContext<'clock'>, { rule, identity }: WaitKey) {
  const row = await waitRows.find(ctx, { kind: rule.kind, identity })
  const now = ctx.clock()
  if (!row || !isCurrent(row.last_failure_at, startsWithin(rule.forgetMs, now)))
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
export async function raiseFailure({ db, clock }: TrxContext<'clock'>, key: WaitKey) {
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

export async function clearFailures(db: Trx, keys: readonly WaitKey[]): Promise<void> {
  for (const { rule, identity } of keys) await waitRows.remove({ db }, { kind: rule.kind, identity })
}

/** Deletes failures that every rule has forgotten. @returns how many rows there were */
export const sweepFailureWaits = (ctx: DbContext<'clock'>) =>
  waitRows.remove(ctx, (is) => is('last_failure_at', '<', ctx.clock() - daysMs(failureWaitDays)))
