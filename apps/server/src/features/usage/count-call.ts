import { unlimited } from '@envhold/contract/billing/plans.ts'
import { limits as contractLimits } from '@envhold/contract/limits.ts'
import type { AppError } from '../../app-error.ts'
import type { DbContext } from '../../context.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { CallLimits } from './admit-calls.ts'
import { limitReached, rateHeaders } from './limit-reached.ts'
import { raiseWindows, readWindows, windowKeyText } from './rate-window-store.ts'

const limits: CallLimits = {
  hour: contractLimits.personalTokenCallsPerHour,
  day: unlimited,
  month: unlimited,
}

const windowOf = (tokenId: string) => ({ principal: tokenId, window: 'hour' }) as const
const countsOf = (hour: number) => ({ hour, day: 0, month: 0 })
const admitted = (hour: number) => ({ counts: countsOf(hour), rejectedBy: null, inGrace: false })

async function callsSoFar(ctx: DbContext<'engine' | 'clock'>, tokenId: string): Promise<number> {
  const window = windowOf(tokenId)
  const counts = await readWindows(ctx, [window], ctx.clock())
  return counts.get(windowKeyText(window)) ?? 0
}

/** The `RateLimit-*` headers of a personal token, without counting a call. */
export async function readCallHeaders(ctx: DbContext<'engine' | 'clock'>, tokenId: string) {
  return rateHeaders(limits, admitted(await callsSoFar(ctx, tokenId)), ctx.clock())
}

/**
 * Counts a call of a personal token. Its hourly limit is the same on every plan and holds across all nodes. A call
 * beyond the limit writes nothing.
 * @returns the `RateLimit-*` headers of the response
 * @throws AppError RATE_LIMITED
 */
export async function countCall(ctx: DbContext<'engine' | 'clock'>, tokenId: string) {
  const before = await callsSoFar(ctx, tokenId)
  if (before >= limits.hour) throw rateLimited(ctx, before)
  const window = windowOf(tokenId)
  const now = ctx.clock()
  const counts = await inTransaction(ctx, (tx) => raiseWindows(tx, [{ ...window, count: 1 }], now))
  const hour = counts.get(windowKeyText(window)) ?? 0
  if (hour > limits.hour) throw rateLimited(ctx, hour)
  return rateHeaders(limits, admitted(hour), ctx.clock())
}

const rateLimited = ({ clock }: DbContext<'engine' | 'clock'>, hour: number): AppError =>
  limitReached({
    limits,
    counted: { counts: countsOf(hour), rejectedBy: 'hour', inGrace: false },
    now: clock(),
    whose: { kind: 'token' },
  })
