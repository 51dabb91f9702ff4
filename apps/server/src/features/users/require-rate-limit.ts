import { AppError } from '../../app-error.ts'
import type { ClockContext, DbContext } from '../../context.ts'
import { ipNetworks } from '../../http/ip-rate-key.ts'
import { type AttemptRule, findAttempts, raiseAttempts } from './attempt-store.ts'

/**
 * Counts one use of a rate limit.
 * @throws AppError RATE_LIMITED when the limit is exceeded
 */
export async function requireRateLimit(
  ctx: DbContext<'clock'>,
  rule: AttemptRule,
  identity: string,
): Promise<void> {
  await requireRateLimitLeft(ctx, rule, identity)
  const { count, until } = await raiseAttempts(ctx, rule, identity)
  if (count > rule.limit) throw rateLimited(ctx, until)
}

/**
 * Counts one use of a rate limit per IP address. The wider networks of IPv6 count too, each with twice the limit of the
 * one inside it: a subscriber has thousands of the narrowest ones.
 * @throws AppError RATE_LIMITED when a limit is exceeded
 */
export async function requireNetworkLimit(
  ctx: DbContext<'clock'>,
  rule: AttemptRule,
  ip: string,
): Promise<void> {
  for (const [step, network] of ipNetworks(ip).entries())
    await requireRateLimit(ctx, { ...rule, limit: rule.limit * 2 ** step }, network)
}

/**
 * Rejects a caller who has used up a rate limit. Counts and writes nothing.
 * @throws AppError RATE_LIMITED
 */
export async function requireRateLimitLeft(
  ctx: DbContext<'clock'>,
  rule: AttemptRule,
  identity: string,
): Promise<void> {
  const attempts = await findAttempts(ctx, rule, identity)
  if (attempts && attempts.count >= rule.limit) throw rateLimited(ctx, attempts.until)
}

const rateLimited = ({ clock }: ClockContext, until: number) =>
  new AppError('RATE_LIMITED', { retryAfter: Math.max(1, Math.ceil((until - clock()) / 1_000)) })
