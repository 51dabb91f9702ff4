import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import * as field from '../fields.ts'
import { limits } from '../limits.ts'

export const environmentColors = ['sky', 'indigo', 'violet', 'plum', 'brown', 'slate'] as const
export type EnvironmentColor = (typeof environmentColors)[number]

const colorsByWord: ReadonlyMap<string, EnvironmentColor> = new Map([
  ['development', 'sky'],
  ['dev', 'sky'],
  ['qa', 'indigo'],
  ['test', 'indigo'],
  ['staging', 'violet'],
  ['stage', 'violet'],
  ['production', 'plum'],
  ['prod', 'plum'],
  ['live', 'plum'],
  ['preview', 'brown'],
])

interface NamedEnvironment {
  readonly name: string
  readonly color?: EnvironmentColor | null | undefined
}

/** `production` of `Production-eu`. */
const firstWord = (name: string): string => /^[^-_]*/.exec(name.toLowerCase())?.[0] ?? ''

/** The colour that somebody chose for an environment, or the one that belongs to the first word of its name. */
export const environmentColor = ({ name, color }: NamedEnvironment): EnvironmentColor =>
  color ?? colorsByWord.get(firstWord(name)) ?? 'slate'

const color = z.enum(environmentColors).nullable()

export const environment = z
  .object({
    id: field.id,
    project_id: field.id,
    name: z.string().max(limits.environmentNameLength),
    version: field.version,
    variable_count: field.count,
    created_at: field.time,
    updated_at: field.time,
    /** Whether a re-key is pending after a revocation. The next unlocked call of a user with write access does it. */
    rekey_pending: z.boolean(),
    /** Null: the colour of its name. */
    color,
    /** What deletes or replaces something in it has to name it in Confirm-Environment. */
    protected: z.boolean(),
  })
  .meta({ id: 'Environment' })
export type Environment = z.output<typeof environment>

const environmentAnswer = z.object({ environment }).meta({ id: 'EnvironmentResponse' })
const named = z.object({ name: field.environmentName })

/** A list of environments has at most this many. */
export const maxListedEnvironments = 10_000
const environmentList = z
  .object({ environments: z.array(environment).max(maxListedEnvironments) })
  .meta({ id: 'EnvironmentList' })

const inProject = z.object({ projectId: field.pathId })

export const listEnvironments = endpoint({
  name: 'listEnvironments',
  tag: 'Environments',
  summary: 'List the environments of a project, oldest first.',
  method: 'GET',
  path: '/env/projects/{projectId}/environments',
  audience: 'user',
  permission: 'read_projects',
  params: inProject,
  output: environmentList,
  errors: ['NOT_FOUND'],
})

export const listAccessibleEnvironments = endpoint({
  name: 'listAccessibleEnvironments',
  tag: 'Environments',
  summary:
    'List the environments of all projects that the caller owns or shares: those of the newest project first, and 10,000 at most.',
  method: 'GET',
  path: '/env/environments',
  audience: 'user',
  permission: 'read_projects',
  output: environmentList,
})

export const createEnvironment = endpoint({
  name: 'createEnvironment',
  tag: 'Environments',
  summary:
    'Create an environment with its own key, empty, at version 0. Without `protected`, one named production, prod or live is protected.',
  method: 'POST',
  path: '/env/projects/{projectId}/environments',
  audience: 'user',
  permission: 'manage_projects',
  vault: true,
  idempotency: { replay: { id: 'environment.id' } },
  params: inProject,
  body: named.extend({ color: color.optional(), protected: z.boolean().optional() }),
  output: environmentAnswer,
  success: 201,
  errors: ['PROJECT_READ_ONLY', 'LIMIT_REACHED', 'NOT_FOUND', 'CONFLICT'],
})

/**
 * What the calls share that change what an environment is called and how it is marked. Programs fetch it by its name,
 * and its protection asks before it is emptied, so a stolen session alone does neither.
 */
const changing = {
  tag: 'Environments',
  method: 'PUT',
  audience: 'user',
  permission: 'manage_projects',
  confirms: true,
  stepUp: 'unless-unlocked',
  params: z.object({ id: field.pathId }),
  output: environmentAnswer,
  errors: ['PROJECT_READ_ONLY', 'NOT_FOUND', 'CONFLICT'],
} as const

export const renameEnvironment = endpoint({
  ...changing,
  name: 'renameEnvironment',
  summary: 'Rename an environment. It answers to its former name for 30 more days.',
  path: '/env/environments/{id}/name',
  body: named.meta({ id: 'EnvironmentNameRequest' }),
})

export const updateEnvironment = endpoint({
  ...changing,
  name: 'updateEnvironment',
  summary: 'Change the name, the colour or the protection of an environment.',
  path: '/env/environments/{id}',
  body: z.object({
    name: field.environmentName.optional(),
    /** Null: the colour of its name. */
    color: color.optional(),
    protected: z.boolean().optional(),
  }),
})

export const deleteEnvironment = endpoint({
  name: 'deleteEnvironment',
  tag: 'Environments',
  summary: 'Delete an environment with its history.',
  method: 'DELETE',
  path: '/env/projects/{projectId}/environments/{envId}',
  audience: 'user',
  permission: 'manage_projects',
  confirms: true,
  stepUp: 'unless-unlocked',
  params: z.object({ projectId: field.pathId, envId: field.pathId }),
  output: field.message,
  errors: ['PROJECT_READ_ONLY', 'NOT_FOUND'],
})

/** The longest `wait` of `awaitVersion`: proxies close connections that are silent for a minute. */
const maxWaitSeconds = 50

const version = z.coerce.number<string | number>().int().nonnegative().max(Number.MAX_SAFE_INTEGER)

export const awaitVersion = endpoint({
  name: 'awaitVersion',
  tag: 'Environments',
  summary:
    'Wait for another version of an environment than `after`, for at most `wait` seconds. An unsuccessful wait of 10 seconds or more does not count towards a token’s limit.',
  method: 'GET',
  path: '/env/environments/{id}/version',
  audience: 'user',
  permission: 'read_variables',
  uncounted: true,
  params: z.object({ id: field.pathId }),
  query: z.object({
    /** The version that the caller has. */
    after: version,
    wait: z.coerce.number<string | number>().int().min(0).max(maxWaitSeconds).default(25),
  }),
  output: z.object({ version: field.version }),
  errors: ['NOT_FOUND', 'UNAVAILABLE'],
})

export const countVariables = endpoint({
  name: 'countVariables',
  tag: 'Environments',
  summary: 'Count the variables of each of these environments. Unknown ones are left out.',
  method: 'POST',
  path: '/env/environments/variable-counts',
  audience: 'user',
  permission: 'read_projects',
  body: z.object({ environmentIds: z.array(field.id).max(1_000) }),
  output: z.object({ counts: z.record(z.string().max(20), field.count) }),
})
