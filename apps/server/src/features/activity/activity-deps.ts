import type { Context } from '../../context.ts'
import type { ActivityRecorder } from '../audit-log/activity-recorder.ts'
import type { UsageMemory } from './count-usage.ts'
import type { SearchMemory } from './paged-list.ts'

/** What was counted for recent pages, so that the next page of a list need not count it again. */
export interface ListMemory {
  readonly searches: SearchMemory
  readonly usage: UsageMemory
}

export const createListMemory = (): ListMemory => ({
  searches: new Map(),
  usage: { stretches: new Map(), searches: new Map() },
})

/** The dependencies of the activity slice besides the context. */
export interface ActivityDeps {
  readonly recorder: ActivityRecorder
  readonly memory: ListMemory
}

export type ActivityContext = Pick<Context, 'db' | 'engine' | 'clock' | 'log' | 'secrets'>
