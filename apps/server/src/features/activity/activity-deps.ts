import type { Context } from '../../context.ts'
import type { ActivityRecorder } from '../audit-log/activity-recorder.ts'
import type { SearchMemory } from './paged-list.ts'

/** The dependencies of the activity slice besides the context. */
export interface ActivityDeps {
  readonly recorder: ActivityRecorder
  /** Results of recent searches, kept between the pages of a list. */
  readonly searches: SearchMemory
}

export type ActivityContext = Pick<Context, 'db' | 'engine' | 'clock' | 'log' | 'secrets'>
