import { openEnvironment, openPreviousKey } from '@envhold/vault/environment.ts'
import type { EnvironmentKey } from '@envhold/vault/key.ts'
import { AppError } from '../../app-error.ts'
import type { Db } from '../../db/connect.ts'
import { findVersion } from '../environments/version-store.ts'
import { listEpochs } from '../keyring/epoch-store.ts'
import { EpochMovedError } from '../keyring/open-environment-key.ts'
import type { OpenEnvironment } from './open-newest.ts'

type Opened = Pick<OpenEnvironment, 'environment' | 'key'>

/**
 * One version of the history, opened: the keys of earlier epochs lie sealed, each under the next.
 * @throws AppError NOT_FOUND for a version that does not exist, or is no longer kept
 */
export async function openVersion(db: Db, opened: Opened, version: number) {
  const { id, project_id: project } = opened.environment
  const row = await findVersion(db, id, version)
  if (!row) throw new AppError('NOT_FOUND', { message: 'There is no such version, or it is no longer kept.' })
  if (row.epoch > opened.environment.epoch) throw new EpochMovedError()
  const key = await keyOfEpoch(db, opened, row.epoch)
  return {
    row,
    variables: openEnvironment(key, { project, environment: id, epoch: row.epoch, version }, row.sealed),
  }
}

async function keyOfEpoch(db: Db, { environment, key }: Opened, epoch: number): Promise<EnvironmentKey> {
  const { id, project_id: project } = environment
  const steps = await listEpochs(db, id, environment.epoch, epoch + 1)
  return steps.reduce((newer, step) => {
    if (!step.previous_key) throw new Error('An epoch after the first has no key before it')
    return openPreviousKey(newer, { project, environment: id, epoch: step.epoch }, step.previous_key)
  }, key)
}
