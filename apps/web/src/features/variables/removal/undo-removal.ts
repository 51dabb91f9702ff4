import { ApiError } from '@envhold/client/api-error.ts'
import type { Environment } from '@envhold/contract/environments.ts'
import { writeVariables } from '@envhold/contract/variables.ts'
import { readVersion, restoreVersion } from '@envhold/contract/versions.ts'
import { pickVariables, toDetails, toRecord, toVariables } from '@envhold/formats/variables.ts'
import type { Connection } from '../../../connection/connection.ts'
import { confirmedIn } from '../confirmed-in.ts'
import { updateCacheAfterWrite } from '../update-cache-after-write.ts'
import { readNow } from '../variable-queries.ts'
import { restoredText } from './removal-texts.ts'

/**
 * Undoes a removal: restores the version before it if there is no later one. Otherwise it adds the keys to the
 * current version, except those that were added again.
 * @param after The environment after the removal
 * @returns A description of the result
 */
export async function undoRemoval(
  connection: Connection,
  after: Environment,
  keys: readonly string[],
): Promise<string> {
  const { api, withUnlockedVault } = connection
  const params = { id: after.id }
  const older = { id: after.id, version: after.version - 1 }
  try {
    const { environment } = await withUnlockedVault(() =>
      api.call(restoreVersion, { params: older }, { ifMatch: after.version, ...confirmedIn(after) }),
    )
    await updateCacheAfterWrite(connection, undefined, environment)
    return restoredText(keys, keys)
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'VERSION_MISMATCH') throw error
  }
  const before = await withUnlockedVault(() => api.call(readVersion, { params: older }))
  const now = await readNow(connection, after.id)
  const back = keys.filter((key) => !now.variables.has(key))
  if (back.length > 0) {
    const picked = pickVariables(toVariables(before.variables, before.details), back)
    const body = { variables: toRecord(picked), details: toDetails(picked), mode: 'merge' } as const
    const { environment } = await withUnlockedVault(() =>
      api.call(writeVariables, { params, body }, { ifMatch: now.version }),
    )
    await updateCacheAfterWrite(connection, undefined, environment)
  }
  return restoredText(keys, back)
}
