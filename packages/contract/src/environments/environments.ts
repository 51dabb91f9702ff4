import { z } from 'zod'
import { endpointsOf } from '../endpoint.ts'
import * as field from '../fields.ts'
import { limits } from '../limits.ts'
import { maxWaitSeconds } from '../projects/projects.ts'

const endpoint = endpointsOf('Environments')

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

/** The color that somebody chose for an environment, or the one that belongs to the first word of its name. */
export const environmentColor = ({ name, color }: NamedEnvironment): EnvironmentColor =>
  color ?? colorsByWord.get(firstWord(name)) ?? 'slate'

const color = z.enum(environmentColors).nullable()

/** Who wrote a version. */
export const author = z
  .object({
    /** Null for an erased account. */
    username: z.string().max(limits.nameLength).nullable(),
    /** The personal token that acted for the user. */
    token_name: z.string().max(limits.nameLength).nullable(),
  })
  .meta({ id: 'Author' })
export type Author = z.output<typeof author>

/** When the variables of an environment changed last: the time and the author of its newest version. Null for never. */
export const lastChange = z.object({ at: field.time, author }).nullable()
export type LastChange = z.output<typeof lastChange>

export const environment = z
  .object({
    id: field.id,
    project_id: field.id,
    name: z.string().max(limits.environmentNameLength),
    version: field.version,
    variable_count: field.count,
    created_at: field.time,
    /** Moves with any change of the environment itself: of its keys, its settings or its variables. */
    updated_at: field.time,
    last_change: lastChange,
    /** Whether a re-key is pending after a revocation. The next unlocked call of a user with write access does it. */
    rekey_pending: z.boolean(),
    /** Null: the color of its name. */
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

export const listEnvironments = endpoint('GET /env/projects/{projectId}/environments', {
  name: 'listEnvironments',
  summary: 'List the environments of a project, oldest first.',
  audience: 'user',
  permission: 'read_projects',
  params: inProject,
  output: environmentList,
  errors: ['NOT_FOUND'],
})

export const listAccessibleEnvironments = endpoint('GET /env/environments', {
  name: 'listAccessibleEnvironments',
  summary:
    'List the environments of all projects that the caller owns or shares: those of the newest project first, and 10,000 at most.',
  audience: 'user',
  permission: 'read_projects',
  output: environmentList,
})

export const createEnvironment = endpoint('POST /env/projects/{projectId}/environments', {
  name: 'createEnvironment',
  summary:
    'Create an environment with its own key, empty, at version 0. Without `protected`, one named production, prod or live is protected.',
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
  audience: 'user',
  permission: 'manage_projects',
  confirms: true,
  stepUp: 'unless-unlocked',
  params: z.object({ id: field.pathId }),
  output: environmentAnswer,
  errors: ['PROJECT_READ_ONLY', 'NOT_FOUND', 'CONFLICT'],
} as const

export const renameEnvironment = endpoint('PUT /env/environments/{id}/name', {
  ...changing,
  name: 'renameEnvironment',
  summary: 'Rename an environment. It answers to its former name for 30 more days.',
  body: named.meta({ id: 'EnvironmentNameRequest' }),
})

export const updateEnvironment = endpoint('PUT /env/environments/{id}', {
  ...changing,
  name: 'updateEnvironment',
  summary: 'Change the name, the color or the protection of an environment.',
  body: z.object({
    name: field.environmentName.optional(),
    /** Null: the color of its name. */
    color: color.optional(),
    protected: z.boolean().optional(),
  }),
})

export const deleteEnvironment = endpoint('DELETE /env/projects/{projectId}/environments/{envId}', {
  name: 'deleteEnvironment',
  summary: 'Delete an environment with its history.',
  audience: 'user',
  permission: 'manage_projects',
  confirms: true,
  stepUp: 'unless-unlocked',
  params: z.object({ projectId: field.pathId, envId: field.pathId }),
  output: field.message,
  errors: ['PROJECT_READ_ONLY', 'NOT_FOUND'],
})

const version = z.coerce.number<string | number>().int().nonnegative().max(Number.MAX_SAFE_INTEGER)

export const awaitVersion = endpoint('GET /env/environments/{id}/version', {
  name: 'awaitVersion',
  summary:
    'Wait for another version of an environment than `after`, for at most `wait` seconds. An unsuccessful wait of 10 seconds or more does not count towards a token’s limit.',
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

export const countVariables = endpoint('POST /env/environments/variable-counts', {
  name: 'countVariables',
  summary: 'Count the variables of each of these environments. Unknown ones are left out.',
  audience: 'user',
  permission: 'read_projects',
  body: z.object({ environmentIds: z.array(field.id).max(1_000) }),
  output: z.object({ counts: z.record(z.string().max(20), field.count) }),
})
