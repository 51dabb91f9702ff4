import { openEnvironment } from '@envhold/vault/environment.ts'
import { TamperedRowError } from '../../app-error.ts'
import type { Db } from '../../db/connect.ts'
import { epochOf } from '../environments/environment-store.ts'
import { openOrThrowTampered } from '../environments/open-or-throw-tampered.ts'
import { findVersion } from '../environments/version-store.ts'
import type { CurrentKey } from '../grants/ensure-current-key.ts'
import { faultUnlessMoved } from './retry-moved.ts'

/** An environment's head with its key. */
export type OpenEnvironment = Pick<CurrentKey, 'environment' | 'key'>

/**
 * The variables of the newest version.
 * @throws EpochMovedError when it was sealed again meanwhile; TamperedRowError when it is not what was written
 */
export async function openNewest(
  db: Db,
  { environment, key }: OpenEnvironment,
): Promise<Map<string, string>> {
  const { id, epoch, version } = environment
  if (version === 0) return new Map()
  const newest = await findVersion(db, id, version)
  const row = `${id}/${version}`
  if (newest?.epoch !== epoch)
    throw await faultUnlessMoved(db, environment, new TamperedRowError('environment_versions', row))
  return openOrThrowTampered('environment_versions', row, () =>
    openEnvironment(key, { ...epochOf(environment), version }, newest.sealed),
  )
}
