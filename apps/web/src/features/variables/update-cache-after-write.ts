import type { Environment } from '@envhold/contract/environments.ts'
import type { Variable } from '@envhold/formats/variables.ts'
import type { Connection } from '../../connection/connection.ts'
import { refetchProject } from '../projects/project-queries.ts'
import { namesKey } from './names-query.ts'
import type { ReadVariables } from './variable-queries.ts'
import { variablesKey, versionsKey } from './variable-queries.ts'

export type Apply = (variables: Map<string, Variable>) => void

/**
 * After a write: what is held becomes what was written, where the write followed what was held; otherwise it is read
 * again.
 */
export async function updateCacheAfterWrite(
  connection: Connection,
  before: ReadVariables | undefined,
  after: Environment,
  apply?: Apply,
): Promise<void> {
  const { queries } = connection
  const queryKey = variablesKey(after.id)
  // A reading that began before the write would answer with what stood there then, and be taken for the newest.
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
