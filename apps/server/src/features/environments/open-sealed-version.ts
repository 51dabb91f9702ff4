import type { Variable } from '@envhold/formats/variables.ts'
import type { EnvironmentKey } from '@envhold/integrity/key.ts'
import { VaultError } from '@envhold/integrity/vault-error.ts'
import { type EnvironmentVersion, openEnvironment } from '@envhold/vault/environment.ts'
import { TamperedRowError } from '../../app-error.ts'
import { charged } from '../../db/charged-work.ts'

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

/**
 * Opens the sealed content of a row. Content that does not open was not sealed for this row, so the row was tampered
 * with.
 * @throws TamperedRowError
 */
export function openOrThrowTampered<T>(table: string, id: string, open: () => T): T {
  try {
    return open()
  } catch (error) {
    if (!(error instanceof VaultError)) throw error
    throw new TamperedRowError(table, id)
  }
}
