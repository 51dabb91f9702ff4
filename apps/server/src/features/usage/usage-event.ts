import type { ActivityEvent } from '../audit-log/append-activity.ts'
import type { AppendedUsage } from '../audit-log/append-usage.ts'
import type { UsageEntry } from '../audit-log/recorded-usage.ts'
import type { CallToCount, Counted } from './admit-calls.ts'
import type { WindowName } from './rate-window-store.ts'

/** One call made with an API key, as the usage log records it if the limits admit it. */
export interface UsageEvent extends CallToCount {
  readonly entry: UsageEntry
  /** The owner's events, recorded in the same commit once the counts are known. */
  readonly ownerEvents: (counted: Counted) => readonly ActivityEvent[]
  /** The owner's events if a window rejects the call and it is the first in that window. */
  readonly rejectionEvents: (window: WindowName) => readonly ActivityEvent[]
  /** Prepares the response while the commit is made durable. Does not throw. */
  readonly prepare?: (() => void) | undefined
}

/** What a batch was recorded as. */
export interface Recorded extends AppendedUsage {
  readonly counted: readonly Counted[]
}

/** The events of the owners of admitted calls. */
export const ownerEventsOf = (
  events: readonly UsageEvent[],
  counted: readonly Counted[],
): readonly ActivityEvent[] =>
  events.flatMap(({ ownerEvents }, index) => {
    const of = counted[index]
    return of?.rejectedBy === null ? ownerEvents(of) : []
  })
