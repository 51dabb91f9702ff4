import type { DbContext } from '../../context.ts'
import { raiseWindow, startsWithin } from '../../db/count-windows.ts'
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

/** Returns the attempts in the current window or lock. Writes nothing. */
export async function findAttempts(
  { db, clock }: DbContext<'clock'>,
  { kind, windowMs }: AttemptRule,
  identity: string,
): Promise<Attempts | undefined> {
  const { earliest, latest } = startsWithin(windowMs, clock())
  const row = await db
    .selectFrom('attempts')
    .select(['count', 'window_start'])
    .where('kind', '=', kind)
    .where('identity', '=', identity)
    .where('window_start', '>=', earliest)
    .where('window_start', '<=', latest)
    .executeTakeFirst()
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
export async function lowerAttempts(
  { db }: DbContext<'clock'>,
  { kind }: AttemptRule,
  identity: string,
): Promise<void> {
  await db
    .updateTable('attempts')
    .set((eb) => ({ count: eb('count', '-', 1) }))
    .where('kind', '=', kind)
    .where('identity', '=', identity)
    .where('count', '>', 0)
    .execute()
}

export async function clearAttempts(
  { db }: DbContext<'clock'>,
  { kind }: AttemptRule,
  identity: string,
): Promise<void> {
  await db.deleteFrom('attempts').where('kind', '=', kind).where('identity', '=', identity).execute()
}

/** Moves the counts of one identity to another that has none. */
export async function moveAttempts(
  trx: Trx,
  kinds: readonly string[],
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  await trx
    .updateTable('attempts')
    .set({ identity: to })
    .where('kind', 'in', kinds)
    .where('identity', '=', from)
    .execute()
}

/** No window is longer. */
export const attemptDays = 1

/** Deletes windows that ended long ago. @returns how many there were */
export async function sweepAttempts({ db, clock }: DbContext<'clock'>): Promise<number> {
  const ended = db.deleteFrom('attempts').where('window_start', '<', clock() - daysMs(attemptDays))
  return Number((await ended.executeTakeFirst()).numDeletedRows)
}
