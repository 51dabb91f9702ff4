import { sql } from 'kysely'
import type { Context } from '../../context.ts'

/**
 * How many attempts of one kind an identity has within a window; the last one starts a lock as long as the window.
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

type Outside = Pick<Context, 'db' | 'clock'>

/** Clocks of nodes may differ by this much; a window that starts later was written by a wrong clock. */
const clockToleranceMs = 60_000

/** The attempts in the current window, or the lock. Writes nothing. */
export async function findAttempts(
  { db, clock }: Outside,
  { kind, windowMs }: AttemptRule,
  identity: string,
): Promise<Attempts | undefined> {
  const now = clock()
  const row = await db
    .selectFrom('attempts')
    .select(['count', 'window_start'])
    .where('kind', '=', kind)
    .where('identity', '=', identity)
    .where('window_start', '>', now - windowMs)
    .where('window_start', '<=', now + clockToleranceMs)
    .executeTakeFirst()
  return row && { count: row.count, until: row.window_start + windowMs }
}

/**
 * Counts one attempt, in one atomic statement, and returns their number. Call it before the secret is checked, so
 * that no number of parallel guesses exceeds the limit. The attempt that reaches the limit moves the window: the lock
 * lasts its whole length from then on, and attempts meanwhile do not extend it.
 */
export async function raiseAttempts(
  { db, clock }: Outside,
  { kind, limit, windowMs }: AttemptRule,
  identity: string,
): Promise<Attempts> {
  const now = clock()
  const over = sql<boolean>`(attempts.window_start <= ${now - windowMs} or attempts.window_start > ${now + clockToleranceMs})`
  const row = await db
    .insertInto('attempts')
    .values({ kind, identity, window_start: now, count: 1 })
    .onConflict((conflict) =>
      conflict.columns(['kind', 'identity']).doUpdateSet({
        count: sql`case when ${over} then 1 else attempts.count + 1 end`,
        window_start: sql`case when ${over} or attempts.count + 1 = ${limit} then ${now} else attempts.window_start end`,
      }),
    )
    .returning(['count', 'window_start'])
    .executeTakeFirstOrThrow()
  return { count: row.count, until: row.window_start + windowMs }
}

/** Removes one attempt that was not a wrong one. */
export async function lowerAttempts({ db }: Outside, { kind }: AttemptRule, identity: string): Promise<void> {
  await db
    .updateTable('attempts')
    .set((eb) => ({ count: eb('count', '-', 1) }))
    .where('kind', '=', kind)
    .where('identity', '=', identity)
    .where('count', '>', 0)
    .execute()
}

export async function clearAttempts({ db }: Outside, { kind }: AttemptRule, identity: string): Promise<void> {
  await db.deleteFrom('attempts').where('kind', '=', kind).where('identity', '=', identity).execute()
}

/** Deletes windows that ended long ago. @returns how many there were */
export async function sweepAttempts({ db, clock }: Outside): Promise<number> {
  const dayMs = 86_400_000
  const ended = db.deleteFrom('attempts').where('window_start', '<', clock() - dayMs)
  return Number((await ended.executeTakeFirst()).numDeletedRows)
}
