import type { Environment } from '@envhold/contract/environments/environments.ts'
import type { Variable } from '@envhold/formats/variables.ts'
import type { Connection } from '../../../connection/connection.ts'
import { refetchProject } from '../../projects/project-queries.ts'
import { namesKey, type ReadVariables, variablesKey, versionsKey } from './variable-queries.ts'

export type Apply = (variables: Map<string, Variable>) => void

/**
 * After a write, applies it to the cached variables if it was based on them; otherwise refetches them.
 */
export async function updateCacheAfterWrite(
  connection: Connection,
  before: ReadVariables | undefined,
  after: Environment,
  apply?: Apply,
): Promise<void> {
  const { queries } = connection
  const queryKey = variablesKey(after.id)
  // A read that started before the write would return the old version, and be cached as the newest.
  await queries.cancelQueries({ queryKey })
  void refetchProject(connection, after.project_id)
  void queries.invalidateQueries({ queryKey: versionsKey(after.id) })
  void queries.invalidateQueries({ queryKey: namesKey(after.id) })
  const held = queries.getQueryData<ReadVariables>(queryKey)
  if (!before || !held || !apply || after.version !== before.version + 1)
    return void queries.invalidateQueries({ queryKey })
  const variables = new Map(held.variables)
  apply(variables)
  queries.setQueryData<ReadVariables>(queryKey, {
    environment: after,
    version: after.version,
    variables,
    tag: `"${after.version}"`,
  })
}
