import type { CallLimits } from './admit-calls.ts'
import { type Counts, type WindowName, windowEnd, windowNames } from './rate-window-store.ts'

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
