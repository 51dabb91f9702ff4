import { ApiError } from '@envhold/client/api-error.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { Environment } from '@envhold/contract/environments/environments.ts'
import { importVariables } from '@envhold/contract/variables/dotenv.ts'
import { createVariable, updateVariable, writeVariables } from '@envhold/contract/variables/variables.ts'
import { restoreVersion } from '@envhold/contract/variables/versions.ts'
import { touchedFields } from '@envhold/formats/difference.ts'
import type { FieldName } from '@envhold/formats/fields/every-field.ts'
import {
  combineVariables,
  patchDetails,
  type Variable,
  type Variables,
  type WriteMode,
} from '@envhold/formats/variables.ts'
import { useState } from 'react'
import type { Connection } from '../../../connection/connection.ts'
import { useConnection } from '../../../connection/use-connection.ts'
import { describeChangesSince } from './describe-changes.ts'
import { afterOwnWrites, sendBasedOn } from './own-writes.ts'
import { readAt, readNow } from './variable-queries.ts'
import {
  type Apply,
  cachedVariables,
  confirmedIn,
  isPresent,
  updateCacheAfterWrite,
} from './write-version.ts'

/** A variable as a form has it; an empty detail is none. */
export type NewVariable = { readonly key: string } & { readonly [Name in FieldName]: string }

/** What changes in a variable: absent fields stay as they are. */
export type VariableChange = Partial<NewVariable>

/** `old` with the changes on top. */
export const changedVariable = (old: Variable | undefined, change: VariableChange): Variable =>
  patchDetails({ ...old, value: change.value ?? old?.value ?? '' }, change)

/** Another user saved first. The page shows the current version; the message describes their changes. */
export class StaleError extends Error {
  override readonly name = 'StaleError'
}

/** The answer to a write whose changes were there already. */
const presentIn = (environment: Environment): OutputOf<typeof writeVariables> & { isPresent: true } => ({
  isPresent: true,
  environment,
  warnings: [],
  added: [],
  changed: [],
  removed: [],
  unchanged: [],
})

/** The environment, or a key that a write adds, is not as it was. */
const isConflict = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.code === 'VERSION_MISMATCH' || error.code === 'CONFLICT')

interface Expected {
  /** The version that the write is based on. */
  readonly begun?: number | undefined
  /** Reads what the write makes of the variables, where `apply` does not say it. */
  readonly readAfter?: (known: Variables) => Promise<Variables | null>
}

/** What importing `read` changes; all of it if it is not known what is there. */
const bodyOf = (present: Variables | undefined, read: Variables, mode: WriteMode) =>
  present
    ? touchedFields(present, combineVariables(present, read, mode))
    : { ...touchedFields(new Map(), read), mode }

type Target = Pick<Environment, 'id' | 'version' | 'name' | 'protected'>

/** The versions that the writes of one form or dialog are based on, by environment. */
type Bases = Map<number, number>

/**
 * The writes of a form or dialog. They are based on the version that it began with, also if the page has read a newer
 * one since: what was typed or confirmed knew nothing of that. After a StaleError, they are based on what it described.
 * @param searched environments as the dialog knows them, whatever the page has read of them
 */
export function useVariableWrites(
  begun: Target,
  searched: readonly Target[] = [],
): (target?: Target) => ReturnType<typeof variableWrites> {
  const connection = useConnection()
  const [bases] = useState<Bases>(() => new Map(searched.map(({ id, version }) => [id, version])))
  const read = cachedVariables(connection, begun.id)
  if (read && !bases.has(begun.id)) bases.set(begun.id, read.version)
  return (target = begun) => variableWrites(connection, target, bases)
}

/**
 * Every write sends its base version, so that no other user's change is overwritten unnoticed. The write returns
 * `isPresent` if an earlier one, whose answer was lost, or another user has made the same changes.
 */
function writeBasedOn(connection: Connection, { id, version }: Target, bases: Bases) {
  return async <T extends { environment: Environment }>(
    send: (options: { ifMatch: number }) => Promise<T>,
    apply?: Apply,
    { begun = bases.get(id), readAfter = async (known) => apply?.(known) ?? null }: Expected = {},
  ): Promise<T | ReturnType<typeof presentIn>> => {
    const before = cachedVariables(connection, id)
    const base = afterOwnWrites(connection, id, begun ?? before?.version ?? version)
    try {
      const answer = await sendBasedOn(connection, base, send)
      await updateCacheAfterWrite(connection, before, answer.environment, apply)
      return answer
    } catch (error) {
      if (!isConflict(error)) throw error
      const now = await readNow(connection, id)
      const known = before && before.version !== base ? await readAt(connection, id, base) : before?.variables
      const after = await readAfter(known ?? now.variables)
      if (after && isPresent(now.variables, known ?? now.variables, after)) {
        bases.set(id, now.version)
        await updateCacheAfterWrite(connection, undefined, now.environment)
        return presentIn(now.environment)
      }
      if (error.code === 'CONFLICT') throw error
      const changes = await describeChangesSince(connection, { version: base, variables: known }, now)
      bases.set(id, now.version)
      throw new StaleError(changes)
    }
  }
}

/** `put` and `restore` come after a dialog that named the environment. */
function variableWrites(connection: Connection, environment: Target, bases: Bases) {
  const { api } = connection
  const { id } = environment
  const params = { id }
  const confirmed = confirmedIn(environment)
  const cached = () => cachedVariables(connection, id)
  const write = writeBasedOn(connection, environment, bases)

  return {
    create: (next: NewVariable) =>
      write(
        (options) =>
          api.call(
            createVariable,
            { params, body: { key: next.key, ...changedVariable(undefined, next) } },
            options,
          ),
        (variables) => new Map(variables).set(next.key, changedVariable(undefined, next)),
        // The server rejects a key that exists: nothing is overwritten, whatever the form began with.
        { begun: cached()?.version },
      ),
    update: (key: string, change: VariableChange) =>
      write(
        (options) => api.call(updateVariable, { params: { id, key }, body: change }, options),
        (variables) => {
          const after = new Map(variables)
          after.delete(key)
          return after.set(change.key ?? key, changedVariable(variables.get(key), change))
        },
      ),
    importDotenv: (dotenv: string, mode: WriteMode, after: Variables) =>
      write(
        (options) => api.call(importVariables, { params, body: { dotenv, mode } }, options),
        () => after,
      ),
    /** Writes variables that were read from a text other than `.env`, as one version. */
    importVariables: (read: Variables, mode: WriteMode, after: Variables) =>
      write(
        (options) =>
          api.call(writeVariables, { params, body: bodyOf(cached()?.variables, read, mode) }, options),
        () => after,
      ),
    /** Sets one variable, also one that was removed since it was read. */
    put: (key: string, variable: Variable) => {
      const body = touchedFields(new Map(), new Map([[key, variable]]))
      return write(
        (options) => api.call(writeVariables, { params, body }, { ...options, ...confirmed }),
        (variables) => new Map(variables).set(key, { ...variables.get(key), ...variable }),
      )
    },
    restore: (older: number) =>
      write(
        (options) =>
          api.call(restoreVersion, { params: { id, version: older } }, { ...options, ...confirmed }),
        undefined,
        { readAfter: () => readAt(connection, id, older) },
      ),
  }
}
