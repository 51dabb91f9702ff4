import { openEnvironment } from '@envhold/vault/environment.ts'
import type { GrantedEpoch } from '@envhold/vault/grant.ts'
import type { EnvironmentKey } from '@envhold/vault/key.ts'
import type { SealedEnvironment } from './sealed-environment-store.ts'

/** Where the environment's present key stands: what grants and caches bind to. */
export function grantedEpochOf(environment: SealedEnvironment): GrantedEpoch {
  if (!environment.key_id) throw new Error('An environment has no key for its epoch')
  return {
    project: environment.project_id,
    environment: environment.id,
    epoch: environment.epoch,
    keyId: environment.key_id,
  }
}

/** The variables of the newest version; none before the first was written. */
export function openSealedEnvironment(
  key: EnvironmentKey,
  environment: SealedEnvironment,
): Map<string, string> {
  if (environment.version === 0) return new Map()
  if (!environment.sealed || environment.sealed_epoch !== environment.epoch)
    throw new Error('The newest version is not sealed under the present key')
  const { project_id: project, id, epoch, version } = environment
  return openEnvironment(key, { project, environment: id, epoch, version }, environment.sealed)
}
