import type { Context, DbContext } from '../../context.ts'
import type { ActivityRecorder } from '../audit-log/activity-recorder.ts'
import { createUsageMemory, type UsageMemory } from './count-usage.ts'
import type { BlockSearchMemory } from './paged-list.ts'
import type { CountedList } from './pagination.ts'
import { createSearchMemory } from './search-terms.ts'

/** What was counted for recent pages, so that the next page of a list need not count it again. */
interface ListMemory {
  readonly searches: BlockSearchMemory
  readonly usage: UsageMemory
}

export const createListMemory = (): ListMemory => ({
  searches: createSearchMemory(),
  usage: createUsageMemory(),
})

export type ActivityContext = DbContext<'engine' | 'groupCommit' | 'clock' | 'log' | 'secrets'>

/** What calls about activity need. */
export interface ActivityWorld extends Context {
  readonly recorder: ActivityRecorder
  readonly memory: ListMemory
}

/** A list with the view of its rows. */
export interface ShownList<Row, Shown> {
  readonly count: (memory: ListMemory) => Promise<CountedList<Row>>
  readonly show: (rows: readonly Row[]) => Promise<Shown[]>
}
