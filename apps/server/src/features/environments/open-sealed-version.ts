import type { Variable } from '@envhold/formats/variables.ts'
import type { EnvironmentKey } from '@envhold/integrity/key.ts'
import { type EnvironmentVersion, openEnvironment } from '@envhold/vault/environment.ts'
import { charged } from '../../db/charged-work.ts'
import { openOrThrowTampered } from './open-or-throw-tampered.ts'

/**
 * Opens the variables of one stored version.
 * @param key of the version's epoch
 * @throws TamperedRowError when it was not sealed under this key for this environment and version
 */
export const openSealedVersion = (
  key: EnvironmentKey,
  at: EnvironmentVersion,
  sealed: Uint8Array,
): Map<string, Variable> =>
  openOrThrowTampered('environment_versions', `${at.environment}/${at.version}`, () =>
    charged(() => openEnvironment(key, at, sealed)),
  )
