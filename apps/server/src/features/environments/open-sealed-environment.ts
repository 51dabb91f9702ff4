import type { EnvironmentKey } from '@envhold/integrity/key.ts'
import { openEnvironment } from '@envhold/vault/environment.ts'
import type { GrantedEpoch } from '@envhold/vault/grant.ts'
import { TamperedRowError } from '../../app-error.ts'
import { openOrThrowTampered } from './open-or-throw-tampered.ts'
import type { SealedEnvironment } from './sealed-environment-store.ts'

/** Where the environment's present key stands: what grants and caches bind to. */
export function grantedEpochOf(environment: SealedEnvironment): GrantedEpoch {
  if (!environment.key_id)
    throw new TamperedRowError('environment_epochs', `${environment.id}/${environment.epoch}`)
  return {
    project: environment.project_id,
    environment: environment.id,
    epoch: environment.epoch,
    keyId: environment.key_id,
  }
}

/**
 * The variables of the newest version; none before the first was written.
 * @throws TamperedRowError when it is not there, or not sealed for this place
 */
export function openSealedEnvironment(
  key: EnvironmentKey,
  environment: SealedEnvironment,
): Map<string, string> {
  if (environment.version === 0) return new Map()
  const { project_id: project, id, epoch, version, sealed, sealed_epoch } = environment
  const row = `${id}/${version}`
  if (!sealed || sealed_epoch !== epoch) throw new TamperedRowError('environment_versions', row)
  return openOrThrowTampered('environment_versions', row, () =>
    openEnvironment(key, { project, environment: id, epoch, version }, sealed),
  )
}
