import type { DbContext } from '../../context.ts'
import { createRowWatch, type RowWatch } from '../../db/row-watch.ts'
import { listInactive } from '../users/user-store.ts'
import { versionsOf } from './environment-store.ts'

interface VersionWait {
  readonly userId: number
  readonly environmentId: number
  /** The version that the caller knows. */
  readonly known: number
}

/** A wait is over when the environment has another version or is deleted, or the account is not active. */
export type VersionWatch = RowWatch<VersionWait>

export const createVersionWatch = ({ db }: DbContext): VersionWatch =>
  createRowWatch(async (waits) => {
    const versions = await versionsOf(db, [...new Set(waits.map(({ environmentId }) => environmentId))])
    const inactive = new Set(await listInactive(db, [...new Set(waits.map(({ userId }) => userId))]))
    return ({ userId, environmentId, known }) => inactive.has(userId) || versions.get(environmentId) !== known
  })
