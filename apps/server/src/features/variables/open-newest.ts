import type { Variable } from '@envhold/formats/variables.ts'
import { TamperedRowError } from '../../app-error.ts'
import type { Db } from '../../db/connect.ts'
import { epochOf } from '../environments/environment-store.ts'
import { openSealedVersion } from '../environments/open-sealed-version.ts'
import { findVersion } from '../environments/version-store.ts'
import type { CurrentKey } from '../grants/rekey-environment.ts'
import { faultUnlessMoved } from './retry-moved.ts'

/** An environment's head with its key. */
export type OpenEnvironment = Pick<CurrentKey, 'environment' | 'key'>

/**
 * The variables of the newest version.
 * @throws EpochMovedError when it was re-keyed meanwhile; TamperedRowError when it was altered
 */
export async function openNewest(
  db: Db,
  { environment, key }: OpenEnvironment,
): Promise<Map<string, Variable>> {
  const { id, epoch, version } = environment
  if (version === 0) return new Map()
  const newest = await findVersion(db, id, version)
  if (newest?.epoch !== epoch) {
    const fault = new TamperedRowError('environment_versions', `${id}/${version}`)
    throw await faultUnlessMoved(db, environment, fault)
  }
  return openSealedVersion(key, { ...epochOf(environment), version }, newest.sealed)
}
