import { ApiError } from '@envhold/client/api-error.ts'
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
import type { Connection } from '../../../connection/connection.ts'
import { describeChangesSince } from './describe-changes.ts'
import { readNow } from './variable-queries.ts'
import { type Apply, cachedVariables, confirmedIn, updateCacheAfterWrite } from './write-version.ts'

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

/** What importing `read` changes; all of it if it is not known what is there. */
const bodyOf = (present: Variables | undefined, read: Variables, mode: WriteMode) =>
  present
    ? touchedFields(present, combineVariables(present, read, mode))
    : { ...touchedFields(new Map(), read), mode }

/**
 * Every write sends its base version, so that no other user's change is overwritten unnoticed. `put` and `restore` come
 * after a dialog that named the environment.
 */
export function variableWrites(
  connection: Connection,
  environment: Pick<Environment, 'id' | 'version' | 'name' | 'protected'>,
) {
  const { api, withUnlockedVault } = connection
  const { id, version } = environment
  const params = { id }
  const confirmed = confirmedIn(environment)
  const cached = () => cachedVariables(connection, id)

  const write = async <T extends { environment: Environment }>(
    send: (options: { ifMatch: number }) => Promise<T>,
    apply?: Apply,
  ): Promise<T> => {
    const before = cached()
    try {
      const answer = await withUnlockedVault(() => send({ ifMatch: before?.version ?? version }))
      await updateCacheAfterWrite(connection, before, answer.environment, apply)
      return answer
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'VERSION_MISMATCH') throw error
      const now = await readNow(connection, id)
      const known = { version: before?.version ?? version, variables: before?.variables }
      throw new StaleError(await describeChangesSince(connection, known, now))
    }
  }

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
      write((options) =>
        api.call(restoreVersion, { params: { id, version: older } }, { ...options, ...confirmed }),
      ),
  }
}
