import { AppError } from '../../app-error.ts'
import type { ClockContext, DbContext } from '../../context.ts'
import { groupCommit } from '../../db/transaction.ts'
import { ipNetworks } from '../../http/requests/ip-rate-key.ts'
import {
  type AttemptRule,
  type Attempts,
  clearAttempts,
  findAttempts,
  lowerAttempts,
  raiseAttempts,
} from './attempt-store.ts'

/** Counts one use of a rate limit. @throws AppError RATE_LIMITED when the limit is exceeded */
export async function requireRateLimit(ctx: DbContext<'clock'>, rule: AttemptRule, identity: string) {
  await requireRateLimitLeft(ctx, rule, identity)
  const { count, until } = await raiseAttempts(ctx, rule, identity)
  if (count > rule.limit) throw rateLimited(ctx, until)
}

/**
 * Counts one use of a rate limit per IP address. The wider networks of IPv6 count too, each with twice the limit of the
 * one inside it: a subscriber has thousands of the narrowest ones.
 * @throws AppError RATE_LIMITED when a limit is exceeded
 */
export async function requireNetworkLimit(ctx: DbContext<'clock'>, rule: AttemptRule, ip: string) {
  for (const [step, network] of ipNetworks(ip).entries())
    await requireRateLimit(ctx, { ...rule, limit: rule.limit * 2 ** step }, network)
}

/** Rejects a caller who has used up a rate limit. Counts and writes nothing. @throws AppError RATE_LIMITED */
export async function requireRateLimitLeft(ctx: DbContext<'clock'>, rule: AttemptRule, identity: string) {
  const attempts = await findAttempts(ctx, rule, identity)
  if (attempts && attempts.count >= rule.limit) throw rateLimited(ctx, attempts.until)
}

const rateLimited = ({ clock }: ClockContext, until: number) =>
  new AppError('RATE_LIMITED', { retryAfter: Math.max(1, Math.ceil((until - clock()) / 1_000)) })

export interface AttemptCount {
  readonly rule: AttemptRule
  readonly identity: string
  /** What an attempt during the lock is answered. */
  readonly locked?: string
}

interface AttemptLimit<Count extends AttemptCount> {
  /** The attempter's own count. A correct attempt clears it. */
  readonly own: Count
  /** A count of several attempters. A correct attempt is taken back from it, and clears nobody's wrong ones. */
  readonly shared?: Count | undefined
  /**
   * The queue in which the check waits, such as the Argon2 limiter. An attempt that never leaves the queue is not
   * counted.
   */
  readonly queue?: <T>(work: () => Promise<T>) => Promise<T>
  /** Runs once per lock, after the attempt that starts it. */
  readonly onLocked?: (count: Count) => Promise<void>
}

/**
 * Runs a check of a secret and limits wrong attempts. The attempt is counted before `check` runs. A correct one is any
 * result but `undefined`, and a check that throws is not counted. An attempt during a lock writes nothing.
 * @throws AppError LOCKED_OUT
 */
export async function withAttemptLimit<T, Count extends AttemptCount>(
  ctx: DbContext<'clock' | 'groupCommit'>,
  { own, shared, queue = (work) => work(), onLocked }: AttemptLimit<Count>,
  check: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const { clock } = ctx
  // The shared one first, in each transaction: two that lock both rows never wait for each other.
  const counts = shared ? [shared, own] : [own]
  const requireUnlocked = ({ rule, locked }: Count, { count, until }: Attempts) => {
    if (count <= rule.limit) return
    const retryAfter = Math.max(1, Math.ceil((until - clock()) / 1_000))
    throw new AppError('LOCKED_OUT', { retryAfter, ...(locked && { message: locked }) })
  }
  const before = await Promise.all(
    counts.map(async (count) => [count, await findAttempts(ctx, count.rule, count.identity)] as const),
  )
  for (const [one, attempts] of before)
    if (attempts) requireUnlocked(one, { ...attempts, count: attempts.count + 1 })
  const { reached, result } = await queue(async () => {
    const reached = await groupCommit(ctx, async (tx) => {
      const full = []
      for (const one of counts) {
        const raised = await raiseAttempts({ db: tx.db, clock }, one.rule, one.identity)
        requireUnlocked(one, raised)
        if (raised.count === one.rule.limit) full.push(one)
      }
      return full
    })
    try {
      return { reached, result: await check() }
    } catch (error) {
      await groupCommit(ctx, async ({ db }) => {
        for (const { rule, identity } of counts) await lowerAttempts({ db, clock }, rule, identity)
      })
      throw error
    }
  })
  if (result !== undefined)
    await groupCommit(ctx, async ({ db }) => {
      if (shared) await lowerAttempts({ db, clock }, shared.rule, shared.identity)
      await clearAttempts({ db, clock }, own.rule, own.identity)
    })
  else if (reached[0]) await onLocked?.(reached[0])
  return result
}
