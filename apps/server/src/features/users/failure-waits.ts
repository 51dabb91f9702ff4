import { AppError } from '../../app-error.ts'
import type { DbContext, TrxContext } from '../../context.ts'
import { findWait, raiseFailure, type WaitKey } from './failure-wait-store.ts'

const lockedOut = (waitMs: number) =>
  new AppError('LOCKED_OUT', { retryAfter: Math.max(1, Math.ceil(waitMs / 1_000)) })

/**
 * Rejects an attempt that has to wait under one of the keys. Writes nothing.
 * @throws AppError LOCKED_OUT
 */
export async function requireNoWait(ctx: DbContext<'clock'>, keys: readonly WaitKey[]): Promise<void> {
  const waits = await Promise.all(keys.map((key) => findWait(ctx, key)))
  const waitMs = Math.max(...waits.map((one) => one.waitMs))
  if (waitMs > 0) throw lockedOut(waitMs)
}

/**
 * Counts an attempt as a failure under every key, before its secret is checked.
 * @returns the consecutive failures under the last key
 * @throws AppError LOCKED_OUT while one of the keys has to wait; the transaction then counts nothing
 */
export async function raiseFailures(tx: TrxContext<'clock'>, keys: readonly WaitKey[]): Promise<number> {
  let failures = 0
  for (const key of keys) {
    const raised = await raiseFailure(tx, key)
    if (raised === undefined) throw lockedOut((await findWait(tx, key)).waitMs)
    failures = raised
  }
  return failures
}
