import { hash } from 'node:crypto'
import { AppError } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import { type AttemptRule, clearAttempts, lowerAttempts, raiseAttempts } from './attempt-store.ts'

const quarterHour = 15 * 60 * 1_000

/** Wrong sign-in passwords for one account. */
export const signInPerAccount: AttemptRule = { kind: 'sign-in', limit: 10, windowMs: quarterHour }
/** Wrong sign-in passwords from one address, whatever the account. */
export const signInPerAddress: AttemptRule = { kind: 'sign-in-address', limit: 60, windowMs: quarterHour }

/** What an account is called where attempts are counted: people type passwords where a name belongs. */
export const nameIdentity = (canonicalName: string): string => hash('sha256', canonicalName)

export interface Guard {
  readonly rule: AttemptRule
  readonly identity: string
  /** Whether others share the identity: then a right secret takes back its own attempt only. */
  readonly shared?: boolean
  /** Runs once per lock, after the attempt that starts it. */
  readonly onLocked?: () => Promise<void>
}

/**
 * Runs a check of a secret under a limit of wrong ones. The attempt counts before `check` runs; a right one (any
 * result but `undefined`) clears the count, and a check that came to no result does not count.
 * @throws AppError LOCKED_OUT
 */
export async function guarded<T>(
  ctx: Pick<Context, 'db' | 'clock'>,
  { rule, identity, shared, onLocked }: Guard,
  check: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const { count, until } = await raiseAttempts(ctx, rule, identity)
  if (count > rule.limit)
    throw new AppError('LOCKED_OUT', { retryAfter: Math.max(1, Math.ceil((until - ctx.clock()) / 1_000)) })
  let result: T | undefined
  try {
    result = await check()
  } catch (error) {
    await lowerAttempts(ctx, rule, identity)
    throw error
  }
  if (result === undefined) {
    if (count === rule.limit) await onLocked?.()
  } else if (shared) await lowerAttempts(ctx, rule, identity)
  else await clearAttempts(ctx, rule, identity)
  return result
}
