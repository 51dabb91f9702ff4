import { ApiError } from '@envhold/client/api-error.ts'
import type { Environment } from '@envhold/contract/environments.ts'
import { createVariable, importVariables, updateVariable } from '@envhold/contract/variables.ts'
import { restoreVersion } from '@envhold/contract/versions.ts'
import { difference } from '@envhold/formats/difference.ts'
import type { Variables } from '@envhold/formats/variables.ts'
import { useConnection } from '../../connection/use-connection.ts'
import { describeChanges } from './describe-changes.ts'
import type { Apply } from './update-cache-after-write.ts'
import { updateCacheAfterWrite } from './update-cache-after-write.ts'
import type { ReadVariables } from './variable-queries.ts'
import { variablesKey, variablesQuery } from './variable-queries.ts'

/** Whether an import keeps the variables that its text does not name. */
export type WriteMode = 'merge' | 'replace'

/** Another user saved first. The page shows the current version; the message describes their changes. */
export class StaleError extends Error {
  override readonly name = 'StaleError'
}

/** Every write sends its base version, so that no other user's change is overwritten unnoticed. */
export function useVariableWrites({ id, version }: Environment) {
  const connection = useConnection()
  const { api, withUnlockedVault, queries } = connection
  const params = { id }

  const write = async <T extends { environment: Environment }>(
    send: (options: { ifMatch: number }) => Promise<T>,
    apply?: Apply,
  ): Promise<T> => {
    const before = queries.getQueryData<ReadVariables>(variablesKey(id))
    try {
      const answer = await withUnlockedVault(() => send({ ifMatch: before?.version ?? version }))
      await updateCacheAfterWrite(connection, before, answer.environment, apply)
      return answer
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'VERSION_MISMATCH') throw error
      const now = await queries.fetchQuery(variablesQuery(connection, id))
      throw new StaleError(describeChanges(difference(before?.variables ?? now.variables, now.variables)))
    }
  }

  return {
    create: (key: string, value: string) =>
      write(
        (options) => api.call(createVariable, { params, body: { key, value } }, options),
        (variables) => variables.set(key, { value }),
      ),
    update: (key: string, next: { key: string; value: string }) =>
      write(
        (options) =>
          api.call(
            updateVariable,
            {
              params: { id, key },
              body: { value: next.value, ...(next.key !== key && { key: next.key }) },
            },
            options,
          ),
        (variables) => {
          const variable = { ...variables.get(key), value: next.value }
          variables.delete(key)
          variables.set(next.key, variable)
        },
      ),
    importDotenv: (dotenv: string, mode: WriteMode, after: Variables) =>
      write(
        (options) => api.call(importVariables, { params, body: { dotenv, mode } }, options),
        (variables) => {
          variables.clear()
          for (const [key, variable] of after) variables.set(key, variable)
        },
      ),
    restore: (older: number) =>
      write((options) => api.call(restoreVersion, { params: { id, version: older } }, options)),
  }
}
