import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import * as field from '../fields.ts'
import { limits } from '../limits.ts'
import { keys, writtenChanges } from './variables.ts'

const params = z.object({ id: field.pathId })
const oneVersion = z.object({
  id: field.pathId,
  version: z.coerce.number<string | number>().int().positive(),
})

const author = z
  .object({
    username: z.string().max(limits.nameLength).nullable(),
    /** The personal token that acted for the user. */
    token_name: z.string().max(limits.nameLength).nullable(),
  })
  .meta({ id: 'Author' })

export const versionSummary = z
  .object({
    version: field.version,
    created_at: field.time,
    author,
    added: keys,
    changed: keys,
    removed: keys,
  })
  .meta({ id: 'VersionSummary' })
export type VersionSummary = z.output<typeof versionSummary>

export const listVersions = endpoint({
  name: 'listVersions',
  tag: 'Variables',
  summary:
    'List the history of an environment, newest first: names only. A page ends earlier than at `limit` where versions changed many names.',
  method: 'GET',
  path: '/env/environments/{id}/versions',
  audience: 'user',
  permission: 'read_schema',
  vault: true,
  params,
  query: z.object({
    /** Only versions older than this one. */
    before: z.coerce.number<string | number>().int().positive().optional(),
    limit: z.coerce.number<string | number>().int().min(1).max(200).default(50),
  }),
  output: z.object({
    versions: z.array(versionSummary).max(200),
    /** The oldest stored version; null while there is none. */
    whole_from: z.object({ version: field.version, created_at: field.time }).nullable(),
    hasMore: z.boolean(),
  }),
  errors: ['NOT_FOUND'],
})

export const readVersion = endpoint({
  name: 'readVersion',
  tag: 'Variables',
  summary: 'Read all variables of one version.',
  method: 'GET',
  path: '/env/environments/{id}/versions/{version}/variables',
  audience: 'user',
  permission: 'read_variables',
  vault: true,
  secret: true,
  params: oneVersion,
  output: z.object({
    version: field.version,
    created_at: field.time,
    author,
    variables: field.variables,
    details: field.details,
  }),
  errors: ['NOT_FOUND'],
})

export const restoreVersion = endpoint({
  name: 'restoreVersion',
  tag: 'Variables',
  summary: 'Restore an old version as a new one. The history stays complete.',
  method: 'POST',
  path: '/env/environments/{id}/versions/{version}/restore',
  audience: 'user',
  permission: 'write_variables',
  vault: true,
  idempotency: 'replay',
  conditional: 'write',
  confirms: true,
  params: oneVersion,
  output: writtenChanges,
  errors: ['NOT_FOUND', 'PROJECT_READ_ONLY', 'LIMIT_REACHED'],
})
