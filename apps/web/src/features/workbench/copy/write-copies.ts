import type { InputOf } from '@envhold/contract/endpoint.ts'
import type { Environment } from '@envhold/contract/environments/environments.ts'
import { writeVariables } from '@envhold/contract/variables/variables.ts'
import { copyVariables } from '@envhold/formats/copy-plan.ts'
import { touchedFields } from '@envhold/formats/touched.ts'
import { pickVariables, type Variables } from '@envhold/formats/variables.ts'
import type { Connection } from '../../../connection/connection.ts'
import { confirmedIn } from '../data/confirmed-in.ts'
import type { UndoableWrite } from '../data/undo-write.ts'
import { updateCacheAfterWrite } from '../data/update-cache-after-write.ts'
import type { ReadVariables } from '../data/variable-queries.ts'
import { type CopyOutcome, runWrites } from './run-writes.ts'
import type { CopyTarget } from './use-copy-targets.ts'

type Body = NonNullable<InputOf<typeof writeVariables>['body']>

async function writeOne(
  connection: Connection,
  read: ReadVariables,
  body: Body,
  after: Variables,
): Promise<Environment> {
  const { api, withUnlockedVault } = connection
  const options = { ifMatch: read.version, ...confirmedIn(read.environment) }
  const params = { id: read.environment.id }
  const { environment } = await withUnlockedVault(() => api.call(writeVariables, { params, body }, options))
  await updateCacheAfterWrite(connection, read, environment, (variables) => {
    variables.clear()
    for (const [key, variable] of after) variables.set(key, variable)
  })
  return environment
}

/** Writes each target as one version; those that need nothing are left out. */
export function writeCopies(
  connection: Connection,
  source: Variables,
  targets: readonly CopyTarget[],
): Promise<CopyOutcome> {
  return runWrites(
    connection,
    targets.flatMap(({ read, keys }) => {
      if (!read || keys.length === 0) return []
      const run = async (): Promise<UndoableWrite> => {
        const written = copyVariables(source, read.variables, keys)
        const body = touchedFields(read.variables, written)
        const after = await writeOne(connection, read, body, written)
        return { after, keys, before: read.variables, written }
      }
      return [{ read, run }]
    }),
  )
}

/** Deletes from the source what all targets have. */
export function deleteMoved(
  connection: Connection,
  source: ReadVariables,
  keys: readonly string[],
): Promise<CopyOutcome> {
  const run = async (): Promise<UndoableWrite> => {
    const removed = new Set(keys)
    const written = new Map([...source.variables].filter(([key]) => !removed.has(key)))
    const body = { variables: {}, mode: 'merge' as const, remove: [...keys] }
    const after = await writeOne(connection, source, body, written)
    return { after, keys, before: pickVariables(source.variables, keys), written }
  }
  return runWrites(connection, keys.length === 0 ? [] : [{ read: source, run }])
}
