import { unlimited } from '@envhold/contract/billing/plans.ts'
import { limits as contractLimits } from '@envhold/contract/limits.ts'
import { AppError } from '../../app-error.ts'
import type { DbContext } from '../../context.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { CallLimits } from './admit-calls.ts'
import {
  type Counts,
  raiseWindows,
  readWindows,
  type WindowName,
  windowEnd,
  windowKeyText,
  windowNames,
} from './rate-window-store.ts'

const limits: CallLimits = {
  hour: contractLimits.personalTokenCallsPerHour,
  day: unlimited,
  month: unlimited,
}

const windowOf = (tokenId: string) => ({ principal: tokenId, window: 'hour' }) as const
const countsOf = (hour: number) => ({ hour, day: 0, month: 0 })

async function callsSoFar(ctx: DbContext<'engine' | 'clock'>, tokenId: string): Promise<number> {
  const window = windowOf(tokenId)
  const counts = await readWindows(ctx, [window], ctx.clock())
  return counts.get(windowKeyText(window)) ?? 0
}

/** The `RateLimit-*` headers of a personal token, without counting a call. */
export async function readCallHeaders(ctx: DbContext<'engine' | 'clock'>, tokenId: string) {
  return rateHeaders(limits, countsOf(await callsSoFar(ctx, tokenId)), ctx.clock())
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
  return rateHeaders(limits, countsOf(hour), ctx.clock())
}

function rateLimited({ clock }: DbContext<'engine' | 'clock'>, hour: number): AppError {
  const counts = countsOf(hour)
  return new AppError('RATE_LIMITED', {
    headers: rateHeaders(limits, counts, clock()),
    retryAfter: secondsToReset(limits, counts, clock()),
  })
}

const remaining = (limits: CallLimits, counts: Counts, window: WindowName) =>
  Math.max(0, limits[window] - counts[window])

/** The limited window with the fewest calls left. Of equal ones the longest, because it lasts longest. */
function tightest(limits: CallLimits, counts: Counts): WindowName | undefined {
  const limited = windowNames.filter((window) => limits[window] >= 0)
  return limited.reduce<WindowName | undefined>((best, window) => {
    const isTighter =
      best === undefined || remaining(limits, counts, window) <= remaining(limits, counts, best)
    return isTighter ? window : best
  }, undefined)
}

/** Seconds until the window that limits the caller resets. */
export function secondsToReset(limits: CallLimits, counts: Counts, now: number): number {
  const window = tightest(limits, counts) ?? 'hour'
  return Math.ceil((windowEnd(window, now) - now) / 1_000)
}

/** `RateLimit-*` for the window with the fewest calls left; none on a plan without limits. */
export function rateHeaders(limits: CallLimits, counts: Counts, now: number): Record<string, string> {
  const window = tightest(limits, counts)
  if (window === undefined) return {}
  return {
    'ratelimit-limit': String(limits[window]),
    'ratelimit-remaining': String(remaining(limits, counts, window)),
    'ratelimit-reset': String(secondsToReset(limits, counts, now)),
  }
}
