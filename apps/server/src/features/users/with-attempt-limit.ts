import { AppError } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import { commitTogether } from '../../db/transaction.ts'
import {
  type AttemptRule,
  clearAttempts,
  findAttempts,
  lowerAttempts,
  raiseAttempts,
} from './attempt-store.ts'

export interface AttemptLimit {
  readonly rule: AttemptRule
  readonly identity: string
  /**
   * The queue in which the check waits, such as the Argon2 limiter. An attempt that never leaves the queue is not
   * counted.
   */
  readonly queue?: <T>(work: () => Promise<T>) => Promise<T>
  /** Runs once per lock, after the attempt that starts it. */
  readonly onLocked?: () => Promise<void>
}

/**
 * Runs a check of a secret and limits wrong attempts. The attempt is counted before `check` runs. A correct one (any
 * result but `undefined`) clears the count, and a check that throws is not counted. An attempt during a lock writes
 * nothing.
 * @throws AppError LOCKED_OUT
 */
export async function withAttemptLimit<T>(
  ctx: Pick<Context, 'db' | 'clock' | 'commitTogether'>,
  { rule, identity, queue = (work) => work(), onLocked }: AttemptLimit,
  check: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const { clock } = ctx
  const requireUnlocked = (count: number, until: number) => {
    if (count > rule.limit)
      throw new AppError('LOCKED_OUT', { retryAfter: Math.max(1, Math.ceil((until - clock()) / 1_000)) })
  }
  const before = await findAttempts(ctx, rule, identity)
  if (before) requireUnlocked(before.count + 1, before.until)
  const { count, result } = await queue(async () => {
    const raised = await commitTogether(ctx, (tx) => raiseAttempts({ db: tx.db, clock }, rule, identity))
    requireUnlocked(raised.count, raised.until)
    try {
      return { count: raised.count, result: await check() }
    } catch (error) {
      await lowerAttempts(ctx, rule, identity)
      throw error
    }
  })
  if (result !== undefined) await clearAttempts(ctx, rule, identity)
  else if (count === rule.limit) await onLocked?.()
  return result
}
