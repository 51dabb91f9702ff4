/** Everything of an owner's own projects, to take along: live and archived ones, also while the account is suspended. */
import type { Details } from '@envhold/formats/fields/every-field.ts'
import { z } from 'zod'
import { endpointsOf } from './endpoint.ts'
import { lastChange } from './environments/environments.ts'
import * as field from './fields.ts'
import { limits } from './limits.ts'
import * as variableFields from './variables/variable-fields.ts'

const endpoint = endpointsOf('Export')

/** An answer holds the versions that fit into this many bytes, but one at least. */
export const exportBytes = 4 * 1024 * 1024
/** An answer holds this many versions at most. */
export const exportVersions = 200
/** An account exports this often in an hour: each answer is a call. */
export const exportCallsPerHour = 1_200

const isVariables = (value: unknown): value is Record<string, string> =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every((item) => typeof item === 'string')

/** Stored values met every rule when they were written; checking thousands of them again takes seconds. */
const variables = z
  .custom<Record<string, string>>(isVariables, 'Must be an object of strings')
  .meta({ type: 'object', additionalProperties: { type: 'string', maxLength: limits.valueBytes } })

const isDetails = (value: unknown): value is Record<string, Details> =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every((details) => variableFields.variableDetails.safeParse(details).success)

/** Details by key: only of variables that have any. */
const details = z.custom<Record<string, Details>>(isDetails, 'Must be an object by key').meta({
  type: 'object',
  additionalProperties: variableFields.detailsJson,
  examples: [{ DATABASE_URL: variableFields.detailsJson.examples[0] }],
})

const exportedEnvironment = z
  .object({
    id: field.id,
    name: z.string().max(limits.environmentNameLength),
    /** The newest version; 0 while nothing was ever written. */
    version: field.version,
    /** The oldest version that is still stored. */
    oldest_version: field.version,
    variable_count: field.count,
    created_at: field.time,
    updated_at: field.time,
    last_change: lastChange,
  })
  .meta({ id: 'ExportedEnvironment' })
export type ExportedEnvironment = z.output<typeof exportedEnvironment>

const exportedProject = z
  .object({
    id: field.id,
    name: z.string().max(limits.nameLength),
    description: z.string().max(limits.descriptionLength).nullable(),
    created_at: field.time,
    /** Null for a live project. */
    archived_at: field.time.nullable(),
    /** When the archived project is deleted. */
    expires_at: field.time.nullable(),
    environments: z.array(exportedEnvironment).max(limits.projectEnvironments),
  })
  .meta({ id: 'ExportedProject' })
export type ExportedProject = z.output<typeof exportedProject>

export const listExport = endpoint('GET /export/projects', {
  name: 'listExport',
  summary:
    'List what can be exported: the caller’s own projects, live and archived, with their environments.',
  audience: 'session',
  whileSuspended: true,
  output: z.object({ projects: z.array(exportedProject).max(20_000) }),
  errors: ['FORBIDDEN'],
})

const exportedVersion = z
  .object({
    version: field.version,
    created_at: field.time,
    /** The username of the author; null for a deleted account. */
    author: z.string().max(limits.nameLength).nullable(),
    variables,
    details,
  })
  .meta({ id: 'ExportedVersion' })
export type ExportedVersion = z.output<typeof exportedVersion>

export const exportEnvironment = endpoint('GET /export/environments/{id}', {
  name: 'exportEnvironment',
  summary:
    'Read the versions of an environment with all values, newest first, for its owner: also of an archived project.',
  audience: 'session',
  whileSuspended: true,
  vault: true,
  secret: true,
  params: z.object({ id: field.pathId }),
  query: z.object({
    /** Only versions older than this one. */
    before: z.coerce.number<string | number>().int().positive().optional(),
    limit: z.coerce.number<string | number>().int().min(1).max(exportVersions).default(exportVersions),
  }),
  output: z.object({
    versions: z.array(exportedVersion).max(exportVersions),
    /** The `before` of the next call; null after the oldest version. */
    next: field.version.nullable(),
  }),
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})
