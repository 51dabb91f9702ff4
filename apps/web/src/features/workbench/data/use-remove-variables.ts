import { ApiError } from '@envhold/client/api-error.ts'
import type { Environment } from '@envhold/contract/environments/environments.ts'
import { deleteVariable, writeVariables } from '@envhold/contract/variables/variables.ts'
import { readVersion } from '@envhold/contract/variables/versions.ts'
import { touchedFields } from '@envhold/formats/difference.ts'
import { pickVariables, toVariables } from '@envhold/formats/variables.ts'
import { useState } from 'react'
import { notifyError } from '../../../connection/api/notify-error.ts'
import type { Connection } from '../../../connection/connection.ts'
import { useConnection } from '../../../connection/use-connection.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { describeChangesSince } from './describe-changes.ts'
import { afterOwnWrites, sendBasedOn } from './own-writes.ts'
import { variableErrors } from './variable-errors.ts'
import { perEnvironment, type ReadVariables, readNow, variablesKey } from './variable-queries.ts'
import {
  type Apply,
  cachedVariables,
  confirmedIn,
  restoreFormer,
  updateCacheAfterWrite,
  without,
} from './write-version.ts'

/** A write that removed variables. */
interface Removal {
  /** The environment after it. */
  readonly after: Environment
  readonly keys: readonly string[]
}

/** What the message of a page offers to undo: removals that follow one another quickly share it. */
const undoable = new WeakMap<Connection, readonly Removal[]>()

/** The last removal of each environment: the next one, which another dialog asked for, waits for it. */
const queuesOf = perEnvironment<Promise<void>>()

function enqueue(connection: Connection, environmentId: number, run: () => Promise<void>): Promise<void> {
  const all = queuesOf(connection)
  const done = (all.get(environmentId) ?? Promise.resolve()).then(run, run)
  all.set(environmentId, done)
  return done
}

/**
 * Removes variables: they disappear from the page immediately, reappear if the server rejects the call, and can be
 * restored for a while afterwards. Removals run one after the other, each based on the previous one. The user was asked
 * already.
 */
export function useRemoveVariables(environment: Environment) {
  const { id } = environment
  const connection = useConnection()
  const { api, queries } = connection
  const queryKey = variablesKey(id)
  const cached = () => cachedVariables(connection, id)
  const [begun] = useState(() => cached()?.version ?? environment.version)
  const changeCache = (change: Apply) => {
    const now = cached()
    // Without an ETag: the page does not show a version of the server.
    if (now)
      queries.setQueryData<ReadVariables>(queryKey, { ...now, variables: change(now.variables), tag: null })
  }

  const send = (
    keys: readonly string[],
    basedOn: { readonly ifMatch: number },
  ): Promise<{ environment: Environment }> => {
    const [key = ''] = keys
    const options = { ...basedOn, ...confirmedIn(environment) }
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
    const base = afterOwnWrites(connection, id, begun)
    try {
      const { environment: after } = await sendBasedOn(connection, base, (options) => send(keys, options))
      await updateCacheAfterWrite(connection, before, after, without(keys))
      // They were deleted before, by a write of this page: this one made no version that an Undo could take back.
      if (after.version > base) notifyRemoved(connection, { after, keys })
    } catch (error) {
      changeCache((variables) => new Map([...variables, ...pickVariables(visible ?? new Map(), keys)]))
      if (!(error instanceof ApiError) || error.code !== 'VERSION_MISMATCH')
        return notifyError(error, variableErrors.deleteVariable)
      const known = { version: base, variables: cached()?.variables }
      try {
        const now = await readNow(connection, id)
        if (!keys.some((key) => now.variables.has(key)))
          return toast.info(`${several(keys)} ${keys.length === 1 ? 'was' : 'were'} already deleted`)
        const changes = await describeChangesSince(connection, known, now)
        toast.warning(`${changes} Nothing was deleted. Delete again if you still want to.`)
      } catch {
        notifyError(error, variableErrors.deleteVariable)
      }
    }
  }

  return async (keys: readonly string[]): Promise<void> => {
    await queries.cancelQueries({ queryKey })
    const visible = cached()?.variables
    changeCache(without(keys))
    await enqueue(connection, id, () => remove(keys, visible))
  }
}

function notifyRemoved(connection: Connection, removal: Removal): void {
  const removals = [...(undoable.get(connection) ?? []), removal]
  undoable.set(connection, removals)
  toast.success(removedText(removals.flatMap(({ keys }) => keys)), {
    kind: 'deleted',
    undo: () =>
      undoRemovals(connection, removals).then(
        (words) => toast.success(words),
        (error: unknown) => notifyError(error, variableErrors.restoreVersion),
      ),
    onEnd: () => {
      undoable.delete(connection)
    },
  })
}

/** Undoes removals. @returns A description of the result */
async function undoRemovals(connection: Connection, removals: readonly Removal[]): Promise<string> {
  const back: string[] = []
  for (const [, ofOne] of Map.groupBy(removals, ({ after }) => after.id)) {
    if (await restoreBefore(connection, ofOne)) back.push(...ofOne.flatMap(({ keys }) => keys))
    else for (const removal of ofOne) back.push(...(await addAgain(connection, removal)))
  }
  return restoredText(
    removals.flatMap(({ keys }) => keys),
    back,
  )
}

/** Restores the version before all removals of an environment. @returns false if it was changed by anything else */
async function restoreBefore(connection: Connection, removals: readonly Removal[]): Promise<boolean> {
  const [first, last] = [removals[0]?.after, removals.at(-1)?.after]
  if (!first || !last || last.version - first.version !== removals.length - 1) return false
  return restoreFormer(connection, last, first.version - 1)
}

/** Adds what was removed to the current version, except keys that were added again. @returns the added keys */
async function addAgain(connection: Connection, { after, keys }: Removal): Promise<readonly string[]> {
  const { api, withUnlockedVault } = connection
  const older = { id: after.id, version: after.version - 1 }
  const before = await withUnlockedVault(() => api.call(readVersion, { params: older }))
  const now = await readNow(connection, after.id)
  const back = keys.filter((key) => !now.variables.has(key))
  if (back.length === 0) return back
  const body = touchedFields(new Map(), pickVariables(toVariables(before.variables, before.details), back))
  const { environment } = await sendBasedOn(connection, now.version, (options) =>
    api.call(writeVariables, { params: { id: after.id }, body }, options),
  )
  await updateCacheAfterWrite(connection, undefined, environment)
  return back
}

const several = (keys: readonly string[]) =>
  keys.length === 1 ? (keys[0] ?? '') : `${keys.length} variables`

export const removedText = (keys: readonly string[]) => `Deleted ${several(keys)}`

/** The result of an undo: another user may have added some of the keys again. */
export const restoredText = (keys: readonly string[], back: readonly string[]): string => {
  if (back.length === keys.length) return `Restored ${several(keys)}`
  if (back.length === 0)
    return keys.length === 1
      ? `${several(keys)} was added again in the meantime and was not changed`
      : 'They were added again in the meantime and were not changed'
  const others =
    keys.length - back.length === 1
      ? 'the other was added again in the meantime and was not changed'
      : 'the others were added again in the meantime and were not changed'
  return `Restored ${back.length} of ${keys.length}; ${others}`
}
