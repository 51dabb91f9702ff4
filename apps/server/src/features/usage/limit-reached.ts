import type { ReachedLimit } from '@envhold/contract/errors.ts'
import { formatCount } from '@envhold/contract/format-count.ts'
import { AppError } from '../../app-error.ts'
import { wireTime } from '../../http/responses/wire-time.ts'
import type { CallLimits, Counted } from './admit-calls.ts'
import { type Counts, type WindowName, windowEnd, windowNames, windowStart } from './rate-window-store.ts'

const remaining = (limits: CallLimits, counts: Counts, window: WindowName) =>
  Math.max(0, limits[window] - counts[window])

/**
 * The window that rejected the call, or the limited one with the fewest calls left. Of equal ones the longest, because
 * it lasts longest.
 */
function tightest(limits: CallLimits, { counts, rejectedBy, inGrace }: Counted): WindowName | undefined {
  if (rejectedBy) return rejectedBy
  const limited = windowNames.filter((window) => limits[window] >= 0 && !(inGrace && window === 'month'))
  return limited.reduce<WindowName | undefined>((best, window) => {
    const isTighter =
      best === undefined || remaining(limits, counts, window) <= remaining(limits, counts, best)
    return isTighter ? window : best
  }, undefined)
}

/**
 * `RateLimit-*` for the window with the fewest calls left; none on a plan without limits. In the grace of a full month
 * that is the hour or the day.
 */
export function rateHeaders(limits: CallLimits, counted: Counted, now: number): Record<string, string> {
  const window = tightest(limits, counted)
  if (window === undefined) return {}
  const end = windowEnd(window, now)
  return {
    'ratelimit-policy': `"${window}";q=${limits[window]};w=${(end - windowStart(window, now)) / 1_000}`,
    'ratelimit-limit': String(limits[window]),
    'ratelimit-remaining': String(remaining(limits, counted.counts, window)),
    'ratelimit-reset': String(Math.ceil((end - now) / 1_000)),
  }
}

/** Whose limit it is: an owner's, on a plan; that of personal tokens; or that of failed attempts, of which nothing is said. */
type Whose =
  | { readonly kind: 'key'; readonly owner: string; readonly plan: string; readonly upgradeUrl: string }
  | { readonly kind: 'token' | 'attempts' }

interface Reached {
  readonly limits: CallLimits
  readonly counted: Counted
  readonly now: number
  readonly whose: Whose
}

/** The rejection of a call beyond a limit: which one, whose, until when, and where it is raised. */
export function limitReached({ limits, counted, now, whose }: Reached): AppError {
  const window = tightest(limits, counted) ?? 'hour'
  const resetsAt = windowEnd(window, now)
  const headers = rateHeaders(limits, counted, now)
  const retryAfter = Math.ceil((resetsAt - now) / 1_000)
  if (whose.kind === 'attempts') return new AppError('RATE_LIMITED', { headers, retryAfter })
  const limit: ReachedLimit = {
    window,
    calls: limits[window],
    ...(whose.kind === 'key'
      ? { plan: whose.plan, owner: whose.owner, upgrade_url: whose.upgradeUrl }
      : { plan: null, owner: null, upgrade_url: null }),
    resets_at: wireTime(resetsAt),
  }
  const message = messageOf(limit, resetsAt)
  return new AppError('RATE_LIMITED', { message, fields: { limit }, headers, retryAfter })
}

function messageOf({ window, calls, plan, owner }: ReachedLimit, resetsAt: number): string {
  const again = `The limit resets at ${wireTime(resetsAt).slice(0, 16).replace('T', ' ')} UTC.`
  const used = formatCount(calls, 'call')
  if (plan === null)
    return `This personal token has made the ${used} that every token has each ${window}, on every plan. ${again}`
  const raise = 'The owner can raise the limit under Subscription.'
  return window === 'month'
    ? `The ${used} of this month are used up: those of all API keys of ${owner} together, on the ${plan} plan. ${again} Until then a read is answered only if nothing has changed (304). ${raise}`
    : `This API key has made the ${used} that a key has each ${window} on the ${plan} plan of ${owner}. ${again} ${raise}`
}
