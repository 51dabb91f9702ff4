import type { Context } from '../../context.ts'
import type { ActivityRecorder } from '../audit-log/activity-recorder.ts'
import type { SearchMemory } from './paged-list.ts'

/** What the activity slice needs besides the context. */
export interface ActivityDeps {
  readonly recorder: ActivityRecorder
  /** The results of recent searches, cached between the pages of a list. */
  readonly searches: SearchMemory
}

export type ActivityContext = Pick<Context, 'db' | 'engine' | 'clock' | 'log' | 'secrets'>
