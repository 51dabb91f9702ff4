import { AppError } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import { type AttemptRule, findAttempts, raiseAttempts } from './attempt-store.ts'

type Outside = Pick<Context, 'db' | 'clock'>

/**
 * Counts one more of a limited action.
 * @throws AppError RATE_LIMITED beyond the limit
 */
export async function requireRateLimit(ctx: Outside, rule: AttemptRule, identity: string): Promise<void> {
  await requireRateLimitLeft(ctx, rule, identity)
  const { count, until } = await raiseAttempts(ctx, rule, identity)
  if (count > rule.limit) throw rateLimited(ctx, until)
}

/**
 * Rejects a limited action at its limit; counts and writes nothing.
 * @throws AppError RATE_LIMITED
 */
export async function requireRateLimitLeft(ctx: Outside, rule: AttemptRule, identity: string): Promise<void> {
  const attempts = await findAttempts(ctx, rule, identity)
  if (attempts && attempts.count >= rule.limit) throw rateLimited(ctx, attempts.until)
}

const rateLimited = ({ clock }: Pick<Context, 'clock'>, until: number) =>
  new AppError('RATE_LIMITED', { retryAfter: Math.max(1, Math.ceil((until - clock()) / 1_000)) })
