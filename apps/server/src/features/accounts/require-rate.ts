import { AppError } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import { type AttemptRule, raiseAttempts } from './attempt-store.ts'

/**
 * Counts one more of what may be done so and so often.
 * @throws AppError RATE_LIMITED once it was done more often
 */
export async function requireRate(
  ctx: Pick<Context, 'db' | 'clock'>,
  rule: AttemptRule,
  identity: string,
): Promise<void> {
  const { count, until } = await raiseAttempts(ctx, rule, identity)
  if (count > rule.limit)
    throw new AppError('RATE_LIMITED', { retryAfter: Math.max(1, Math.ceil((until - ctx.clock()) / 1_000)) })
}
