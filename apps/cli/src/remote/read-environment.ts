import { inject } from '@envhold/contract/inject.ts'
import { readVariables } from '@envhold/contract/variables.ts'
import { parseJson } from '@envhold/formats/parse-json.ts'
import { UserError } from '../user-error.ts'
import { sayingWhoHelps } from './access-help.ts'
import type { Target, TargetOptions } from './choose-target.ts'
import { chooseTarget, requestedTarget } from './choose-target.ts'
import type { Connection } from './connect.ts'

export interface Contents {
  readonly variables: ReadonlyMap<string, string>
  readonly version: number
  readonly label: string
  readonly etag: string | null
  /** Absent for an API key, which knows the environment by what was asked for only. */
  readonly target: Target | null
}

/** An API key learns the version from the ETag alone: `"id.version"`. */
const versionIn = (etag: string | null): number => Number(/(\d{1,15})"$/.exec(etag ?? '')?.[1] ?? 0)

async function readAsUser(
  connection: Connection,
  target: Target,
  known: string | null,
): Promise<Contents | null> {
  const asked = connection.client.ask(
    readVariables,
    { params: { id: target.environmentId } },
    known ? { ifNoneMatch: known } : {},
  )
  const answer = await sayingWhoHelps(connection, target, 'read', asked)
  if (!answer.output) return null
  const { variables, version } = answer.output
  const etag = answer.headers.get('etag')
  return { variables: new Map(Object.entries(variables)), version, label: target.label, etag, target }
}

/** The project's id is all that an API key can name its project by. */
export function injectParams(connection: Connection, options: TargetOptions) {
  const { project, environment } = requestedTarget(connection, options)
  const projectId = project.id ?? Number(project.name)
  if (!Number.isSafeInteger(projectId) || projectId < 1)
    throw new UserError(
      'An API key cannot look up a project by its name.',
      'Give the project’s id: --project 12. It stands in the address of the project’s page.',
      'NEEDS_PROJECT_ID',
    )
  const label = `${project.name ?? projectId}/${environment.name ?? environment.id}`
  return { params: { projectId, environment: String(environment.id ?? environment.name) }, label }
}

async function readAsKey(connection: Connection, options: TargetOptions, known: string | null) {
  const { params, label } = injectParams(connection, options)
  const answer = await connection.client.ask(
    inject,
    { params, query: { format: 'json' } },
    known ? { ifNoneMatch: known } : {},
  )
  if (answer.output === null) return null
  const etag = answer.headers.get('etag')
  return { variables: parseJson(answer.output), version: versionIn(etag), label, etag, target: null }
}

/** Every variable of the environment; null when nothing changed since `known`, the ETag of an earlier answer. */
export async function readEnvironmentSince(
  connection: Connection,
  options: TargetOptions,
  known: string | null,
  target?: Target | null,
): Promise<Contents | null> {
  if (connection.token.kind === 'api-key') return readAsKey(connection, options, known)
  return readAsUser(connection, target ?? (await chooseTarget(connection, options)), known)
}

export async function readEnvironment(connection: Connection, options: TargetOptions): Promise<Contents> {
  const contents = await readEnvironmentSince(connection, options, null)
  // Without If-None-Match there is no 304.
  if (!contents) throw new Error('An answer without contents')
  return contents
}
