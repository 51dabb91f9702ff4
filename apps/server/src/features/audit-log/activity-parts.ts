import type { Context } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import type { UserCaller } from '../../http/caller.ts'
import type { ActivityRecorder } from './activity-recorder.ts'
import type { SearchMemory } from './listed.ts'

interface Named {
  readonly id: number
  readonly name: string
}

/** What the activity pages need of the slices on the right. */
export interface ActivityParts {
  readonly recorder: ActivityRecorder
  /** One that the caller may look at, and which of its environments. @throws AppError NOT_FOUND */
  readonly projectFor: (
    db: Db,
    caller: UserCaller,
    id: number,
  ) => Promise<{ readonly project: Named; readonly environments: readonly number[] | null }>
  /** All that somebody owns, what was deleted and can still be restored included. */
  readonly owned: (db: Db, userId: number) => Promise<readonly Named[]>
  /** The projects of others that somebody has a place in. */
  readonly shared: (db: Db, userId: number) => Promise<readonly Named[]>
  readonly people: (
    db: Db,
    ids: readonly number[],
  ) => Promise<ReadonlyMap<number, { readonly email: string; readonly username: string }>>
  /** By id, for the keys that these projects have now. */
  readonly keys: (db: Db, projectIds: readonly number[]) => Promise<ReadonlyMap<string, string>>
}

/** The same, and what is kept between calls. */
export interface ActivityLists extends ActivityParts {
  readonly searches: SearchMemory
}

export type ActivityContext = Pick<Context, 'db' | 'engine' | 'clock' | 'log'>
