import { ApiError } from '@envhold/client/api-error.ts'
import type { Environment } from '@envhold/contract/environments/environments.ts'
import { deleteVariable, writeVariables } from '@envhold/contract/variables/variables.ts'
import { readVersion, restoreVersion } from '@envhold/contract/variables/versions.ts'
import { touchedFields } from '@envhold/formats/difference.ts'
import { pickVariables, toVariables } from '@envhold/formats/variables.ts'
import { useRef } from 'react'
import { toast } from 'sonner'
import { notifyError } from '../../../connection/api/notify-error.ts'
import type { Connection } from '../../../connection/connection.ts'
import { useConnection } from '../../../connection/use-connection.ts'
import { describeChangesSince } from './describe-changes.ts'
import { variableErrors } from './variable-errors.ts'
import { type ReadVariables, readNow, variablesKey } from './variable-queries.ts'
import { type Apply, cachedVariables, confirmedIn, updateCacheAfterWrite } from './write-version.ts'

const undoMs = 10_000

const without =
  (keys: readonly string[]): Apply =>
  (variables) => {
    const left = new Map(variables)
    for (const key of keys) left.delete(key)
    return left
  }

/**
 * Removes variables: they disappear from the page immediately, reappear if the server rejects the call, and can be
 * restored for a while afterwards. Removals run one after the other, each based on the previous one.
 * @param confirmed The name of a protected environment: the user was asked already
 */
export function useRemoveVariables(
  { id, version }: Environment,
  confirmed: { readonly confirmedEnvironment?: string },
) {
  const connection = useConnection()
  const { api, withUnlockedVault, queries } = connection
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  const queryKey = variablesKey(id)
  const cached = () => cachedVariables(connection, id)
  const changeCache = (change: Apply) => {
    const now = cached()
    // Without an ETag: the page does not show a version of the server.
    if (now)
      queries.setQueryData<ReadVariables>(queryKey, { ...now, variables: change(now.variables), tag: null })
  }

  const send = (keys: readonly string[], ifMatch: number): Promise<{ environment: Environment }> => {
    const [key = ''] = keys
    const options = { ifMatch, ...confirmed }
    return keys.length === 1
      ? api.call(deleteVariable, { params: { id, key } }, options)
      : api.call(
          writeVariables,
          { params: { id }, body: { variables: {}, mode: 'merge', remove: [...keys] } },
          options,
        )
  }

  const remove = async (keys: readonly string[], visible: ReadVariables['variables'] | undefined) => {
    const before = cached()
    try {
      const { environment: after } = await withUnlockedVault(() => send(keys, before?.version ?? version))
      await updateCacheAfterWrite(connection, before, after, without(keys))
      const undo = () =>
        undoRemoval(connection, after, keys).then(
          (words) => toast.success(words),
          (error: unknown) => notifyError(error, variableErrors.restoreVersion),
        )
      toast.success(removedText(keys), {
        duration: undoMs,
        action: { label: 'Undo', onClick: () => void undo() },
      })
    } catch (error) {
      changeCache((variables) => new Map([...variables, ...pickVariables(visible ?? new Map(), keys)]))
      if (!(error instanceof ApiError) || error.code !== 'VERSION_MISMATCH')
        return notifyError(error, variableErrors.deleteVariable)
      const known = { version: before?.version ?? version, variables: cached()?.variables }
      const happened = await describeChangesSince(connection, known, await readNow(connection, id))
      toast.warning(`${happened} Nothing was deleted. Delete again if you still want to.`, {
        duration: 10_000,
      })
    }
  }

  return async (keys: readonly string[]): Promise<void> => {
    await queries.cancelQueries({ queryKey })
    const visible = cached()?.variables
    changeCache(without(keys))
    queue.current = queue.current.then(() => remove(keys, visible))
    await queue.current
  }
}

/**
 * Undoes a removal: restores the version before it if there is no later one. Otherwise it adds the keys to the
 * current version, except those that were added again.
 * @param after The environment after the removal
 * @returns A description of the result
 */
async function undoRemoval(
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
    const body = touchedFields(new Map(), picked)
    const { environment } = await withUnlockedVault(() =>
      api.call(writeVariables, { params, body }, { ifMatch: now.version }),
    )
    await updateCacheAfterWrite(connection, undefined, environment)
  }
  return restoredText(keys, back)
}

const several = (keys: readonly string[]) =>
  keys.length === 1 ? (keys[0] ?? '') : `${keys.length} variables`

export const removedText = (keys: readonly string[]) => `Deleted ${several(keys)}`

/** The result of an undo: another user may have added some of the keys again. */
export const restoredText = (keys: readonly string[], back: readonly string[]): string => {
  if (back.length === keys.length) return `${several(keys)} ${keys.length === 1 ? 'is' : 'are'} back`
  if (back.length === 0)
    return keys.length === 1
      ? `${several(keys)} was added again in the meantime and was not changed`
      : 'They were added again in the meantime and were not changed'
  const others =
    keys.length - back.length === 1
      ? 'the other was added again in the meantime and was not changed'
      : 'the others were added again in the meantime and were not changed'
  return `${back.length} of ${keys.length} are back; ${others}`
}
