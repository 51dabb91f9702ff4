import type { Counted, LimitedCall } from './admit-calls.ts'
import type { WindowName } from './rate-window-store.ts'

const maxRemembered = 10_000

/**
 * The counters that this process has seen full. They do not decide: a call on one of them asks the database before the
 * work is done instead of after it.
 */
export interface FullCounters {
  mayReject(call: LimitedCall): boolean
  /** Adds or removes a counter according to its current counts. */
  note(call: LimitedCall, counted: Counted): void
}

export function createFullCounters(): FullCounters {
  const full = new Set<string>()
  const remember = (counter: string, isFull: boolean) => {
    if (!isFull) {
      full.delete(counter)
      return
    }
    full.add(counter)
    if (full.size > maxRemembered) full.delete(full.values().next().value ?? '')
  }
  return {
    mayReject: ({ counter, ownerCounter, limits }) =>
      full.has(counter) || (limits.month >= 0 && full.has(ownerCounter)),
    note({ counter, ownerCounter, limits }, { counts }) {
      const isFull = (window: WindowName) => limits[window] >= 0 && counts[window] >= limits[window]
      remember(counter, isFull('hour') || isFull('day'))
      if (limits.month >= 0) remember(ownerCounter, isFull('month'))
    },
  }
}
