import type { InputOf } from '@envhold/contract/endpoint.ts'
import type { Environment } from '@envhold/contract/environments/environments.ts'
import { writeVariables } from '@envhold/contract/variables/variables.ts'
import type { Variables } from '@envhold/formats/variables.ts'
import type { Connection } from '../../../connection/connection.ts'
import { refetchProject } from '../../projects/project-queries.ts'
import { namesKey, type ReadVariables, variablesKey, versionsKey } from './variable-queries.ts'

/**
 * For a call after a dialog that named the environment and said what it loses: the user is not asked a second time. If
 * the environment has become protected since then, the server still rejects the call, and the user is asked.
 */
export const confirmedIn = ({
  name,
  protected: isProtected,
}: Pick<Environment, 'name' | 'protected'>): { confirmedEnvironment?: string } =>
  isProtected ? { confirmedEnvironment: name } : {}

/** What a write makes of variables. */
export type Apply = (variables: Variables) => Variables

/** What is known of an environment without asking the server. */
export const cachedVariables = ({ queries }: Pick<Connection, 'queries'>, environmentId: number) =>
  queries.getQueryData<ReadVariables>(variablesKey(environmentId))

/** After a write, applies it to the cached variables if it was based on them; otherwise refetches them. */
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
  const cached = cachedVariables(connection, after.id)
  if (!before || !cached || !apply || after.version !== before.version + 1)
    return void queries.invalidateQueries({ queryKey })
  const { version } = after
  const variables = apply(cached.variables)
  queries.setQueryData<ReadVariables>(queryKey, {
    environment: after,
    version,
    variables,
    tag: `"${version}"`,
  })
}

interface Write {
  readonly environment: Pick<Environment, 'id' | 'name' | 'protected'>
  /** The version that it changes. */
  readonly version: number
  readonly body: NonNullable<InputOf<typeof writeVariables>['body']>
  readonly apply?: Apply
}

/** Changes an environment whose name the user has confirmed, as one version. */
export async function writeVersion(connection: Connection, { environment, version, body, apply }: Write) {
  const { api, withUnlockedVault } = connection
  const before = cachedVariables(connection, environment.id)
  const options = { ifMatch: version, ...confirmedIn(environment) }
  const params = { id: environment.id }
  const answer = await withUnlockedVault(() => api.call(writeVariables, { params, body }, options))
  await updateCacheAfterWrite(connection, before, answer.environment, apply)
  return answer
}
