import { sanitize } from '@envhold/command/sanitize.ts'
import type { Endpoint, OutputOf } from '@envhold/contract/endpoint.ts'
import type { injectByName } from '@envhold/contract/inject.ts'
import type { readVariablesByName } from '@envhold/contract/variables/variables.ts'
import { toVariables, type Variables } from '@envhold/formats/variables.ts'
import type { Choice } from '../config/project-file.ts'
import { readKeyAnswer, readUserAnswer } from './answer-guards.ts'
import type { Target } from './choose-target.ts'
import type { Connection } from './client-for.ts'
import { namedEnvironment, namedProject, requestedTarget, type TargetOptions } from './requested-target.ts'

/** What the server returns of its activity log beside the values; null if this token may not read it. */
export type ActivityAnswer = OutputOf<typeof readVariablesByName>['activity']

export interface Contents {
  readonly variables: Variables
  readonly version: number
  /** See `sourceOf`. */
  readonly source: string
  /** `shop/production` */
  readonly label: string
  readonly etag: string | null
  /** Null for an API key, which only reads. */
  readonly target: Target | null
  readonly activity: ActivityAnswer
}

/** Names the environment in the record of a file: by id, because users name the same one in several ways. */
export const sourceOf = (server: string, projectId: number, environmentId: number): string =>
  `${server} ${projectId} ${environmentId}`

/** What is known from an earlier response. */
export interface Known {
  /** Then the result is null when nothing has changed. */
  readonly etag?: string | null
  /** The sequence of the activity log's entry to ask for. */
  readonly headAt?: number | undefined
  readonly target?: Target | null
}

const labelOf = (project: { name: string }, environment: { name: string }) =>
  sanitize(`${project.name}/${environment.name}`)

/** A stored id is an id; what the user typed may be a name or an id. */
const asQuery = (project: Choice, environment: Choice) => ({
  ...(project.id === null ? { project: project.name ?? '' } : { project_id: project.id }),
  ...(environment.id === null ? { environment: environment.name ?? '' } : { environment_id: environment.id }),
})

const withTag = (etag: string | null | undefined) => (etag ? { ifNoneMatch: etag } : {})

async function readAsUser(
  connection: Connection,
  options: TargetOptions,
  { etag: known, headAt, target }: Known,
): Promise<Contents | null> {
  const { project, environment } = requestedTarget(connection, options)
  const request = target
    ? { project_id: target.projectId, environment_id: target.environmentId }
    : asQuery(project, environment)
  const query = { ...request, ...(headAt !== undefined && { head_at: headAt }) }
  const answer = await connection.client.ask(leanReadVariablesByName, { query }, withTag(known))
  if (!answer.output) return null
  const { project: inProject, environment: readIn, variables, version, activity } = answer.output
  const label = labelOf(inProject, readIn)
  return {
    variables: toVariables(variables, answer.output.details),
    version,
    source: sourceOf(connection.server, inProject.id, readIn.id),
    label,
    etag: answer.headers.get('etag'),
    target: { projectId: inProject.id, environmentId: readIn.id, label, project: null },
    activity,
  }
}

const textOf = (choice: Choice | null): string | null => choice && String(choice.id ?? choice.name)

/** An API key knows its project, and its environment if it has only one. */
async function readAsKey(
  connection: Connection,
  options: TargetOptions,
  known: string | null | undefined,
): Promise<Contents | null> {
  const [project, environment] = [namedProject, namedEnvironment].map((named) =>
    textOf(named(connection, options)),
  )
  const query = { ...(project && { project }), ...(environment && { environment }) }
  const answer = await connection.client.ask(leanInjectByName, { query }, withTag(known))
  if (!answer.output) return null
  const { project: inProject, environment: readIn, variables, version } = answer.output
  return {
    variables: toVariables(variables),
    version,
    source: sourceOf(connection.server, inProject.id, readIn.id),
    label: labelOf(inProject, readIn),
    etag: answer.headers.get('etag'),
    target: null,
    activity: null,
  }
}

/** Every variable of the environment, in one call; null when nothing has changed since `known.etag`. */
export async function readEnvironmentSince(
  connection: Connection,
  options: TargetOptions,
  known: Known,
): Promise<Contents | null> {
  try {
    if (connection.token.kind === 'api-key') return await readAsKey(connection, options, known.etag)
    return await readAsUser(connection, options, known)
  } catch (error) {
    const { explainRejectedRead } = await import('./explain-rejected-read.ts')
    throw await explainRejectedRead(connection, options, error)
  }
}

export async function readEnvironment(
  connection: Connection,
  options: TargetOptions,
  known: Pick<Known, 'headAt'> = {},
): Promise<Contents> {
  const contents = await readEnvironmentSince(connection, options, known)
  // Without If-None-Match there is no 304.
  if (!contents) throw new Error('A response without contents')
  return contents
}

/** The part of an endpoint that the client uses, with a guard in place of the schema. */
function lean<E extends Endpoint>(path: E['path'], read: (value: unknown) => OutputOf<E> | null): E {
  const safeParse = (value: unknown) => {
    const data = read(value)
    return data === null ? { success: false } : { success: true, data }
  }
  // The client uses nothing else of an endpoint; the rest would load zod.
  return { method: 'GET', path, output: { safeParse } } as unknown as E
}

export const leanReadVariablesByName = lean<typeof readVariablesByName>('/env/variables', readUserAnswer)
export const leanInjectByName = lean<typeof injectByName>('/v1/variables', readKeyAnswer)
