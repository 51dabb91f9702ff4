import { ApiError } from '@envhold/client/api-error.ts'
import type { Environment } from '@envhold/contract/environments.ts'
import { writeVariables } from '@envhold/contract/variables.ts'
import { readVersion, restoreVersion } from '@envhold/contract/versions.ts'
import { pickVariables, toRecord, toVariables } from '@envhold/formats/variables.ts'
import type { Connection } from '../../../connection/connection.ts'
import { updateCacheAfterWrite } from '../update-cache-after-write.ts'
import { variablesQuery } from '../variable-queries.ts'
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
  const { api, withUnlockedVault, queries } = connection
  const params = { id: after.id }
  const older = { id: after.id, version: after.version - 1 }
  try {
    const { environment } = await withUnlockedVault(() =>
      api.call(restoreVersion, { params: older }, { ifMatch: after.version }),
    )
    await updateCacheAfterWrite(connection, undefined, environment)
    return restoredText(keys, keys)
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'VERSION_MISMATCH') throw error
  }
  const { variables: before } = await withUnlockedVault(() => api.call(readVersion, { params: older }))
  const now = await queries.fetchQuery(variablesQuery(connection, after.id))
  const back = keys.filter((key) => !now.variables.has(key))
  if (back.length > 0) {
    const variables = toRecord(pickVariables(toVariables(before), back))
    const { environment } = await withUnlockedVault(() =>
      api.call(writeVariables, { params, body: { variables, mode: 'merge' } }, { ifMatch: now.version }),
    )
    await updateCacheAfterWrite(connection, undefined, environment)
  }
  return restoredText(keys, back)
}
