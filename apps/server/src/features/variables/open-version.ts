import type { EnvironmentKey } from '@envhold/integrity/key.ts'
import { openPreviousKey } from '@envhold/vault/environment.ts'
import { AppError, TamperedRowError } from '../../app-error.ts'
import type { Db } from '../../db/connect.ts'
import { openOrThrowTampered } from '../environments/open-or-throw-tampered.ts'
import { openSealedVersion } from '../environments/open-sealed-version.ts'
import { findVersion } from '../environments/version-store.ts'
import { listEpochs } from '../keyring/epoch-store.ts'
import type { OpenEnvironment } from './open-newest.ts'
import { faultUnlessMoved } from './retry-moved.ts'

/**
 * Opens one version of the history. The keys of earlier epochs are stored sealed, each under the next.
 * @throws AppError NOT_FOUND for a version that does not exist or is no longer stored; EpochMovedError;
 *   TamperedRowError when it was altered
 */
export async function openVersion(db: Db, opened: OpenEnvironment, version: number) {
  const { id, project_id: project } = opened.environment
  // A version beyond the newest is not looked up: the number may be larger than the column allows.
  const row = version > opened.environment.version ? undefined : await findVersion(db, id, version)
  if (!row)
    throw new AppError('NOT_FOUND', { message: 'This version does not exist, or is no longer stored.' })
  const key = await keyOfVersion(db, opened, row)
  return {
    row,
    variables: openSealedVersion(key, { project, environment: id, epoch: row.epoch, version }, row.sealed),
  }
}

/** A key of an environment, and the epoch that it belongs to. */
interface EpochKey {
  readonly epoch: number
  readonly key: EnvironmentKey
}

/**
 * The key of a version.
 * @param from the key to start from: that of the version's epoch or of a later one
 */
export async function keyOfVersion(
  db: Db,
  { environment, key }: OpenEnvironment,
  { version, epoch }: { readonly version: number; readonly epoch: number },
  from: EpochKey = { epoch: environment.epoch, key },
): Promise<EnvironmentKey> {
  const { id, project_id: project } = environment
  if (epoch === from.epoch) return from.key
  if (epoch > from.epoch) {
    const fault = new TamperedRowError('environment_versions', `${id}/${version}`)
    throw await faultUnlessMoved(db, environment, fault)
  }
  const steps = await listEpochs(db, id, from.epoch, epoch + 1)
  if (steps.length !== from.epoch - epoch) {
    const fault = new TamperedRowError('environment_epochs', `${id}/${from.epoch}`)
    throw await faultUnlessMoved(db, environment, fault)
  }
  return steps.reduce((newer, step) => {
    const { epoch: newerEpoch, previous_key: previous } = step
    const named = `${id}/${newerEpoch}`
    if (!previous) throw new TamperedRowError('environment_epochs', named)
    return openOrThrowTampered('environment_epochs', named, () =>
      openPreviousKey(newer, { project, environment: id, epoch: newerEpoch }, previous),
    )
  }, from.key)
}
