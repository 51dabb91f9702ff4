import type { Connection } from '../../../connection/connection.ts'
import { environmentsQuery } from '../../projects/project-queries.ts'
import { namesQuery } from '../../variables/names-query.ts'
import type { SetupEnvironment } from './setup-draft.ts'

/** The environments of a project with the names of their variables, one after the other: there may be 200. */
export async function readNames(connection: Connection, projectId: number): Promise<SetupEnvironment[]> {
  const { api, queries } = connection
  const environments = await queries.fetchQuery(environmentsQuery(api, projectId))
  const copied: SetupEnvironment[] = []
  for (const { id, name, color, protected: isProtected, variable_count } of environments) {
    const names = variable_count > 0 ? await queries.fetchQuery(namesQuery(connection, id)) : []
    copied.push({ key: String(id), name, color, protected: isProtected, names })
  }
  return copied
}
