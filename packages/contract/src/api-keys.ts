import { z } from 'zod'
import { endpointsOf } from './endpoint.ts'
import * as field from './fields.ts'
import { ipOrRange } from './ip-range.ts'
import { limits } from './limits.ts'
import { apiKeyPermissionNames, requiredApiKeyPermissions } from './permissions.ts'

const endpoint = endpointsOf('API keys')

const permissions = z.array(z.enum(apiKeyPermissionNames)).max(apiKeyPermissionNames.length)
/** The requested permissions. None is added, so that a key never has more than its creator named. */
const requestedPermissions = permissions.refine(
  (requested) => requiredApiKeyPermissions.every((name) => requested.includes(name)),
  'Every API key needs read_variables and variables.api_inject; read_schema may be added',
)
/** Ids of environments as text; null for all of them, including later ones. */
const environmentIds = z.array(z.string().regex(/^[1-9]\d{0,15}$/)).max(1_000)
const environmentAccess = environmentIds.min(1).nullable()
const allowedIps = z.array(ipOrRange).max(limits.allowedIps)

export const apiKey = z
  .object({
    id: field.tokenId,
    key_name: z.string().max(limits.nameLength),
    api_key_preview: z.string().max(40),
    permissions,
    /** Empty once all of them are deleted. */
    environment_access: environmentIds.nullable(),
    allowed_ips: z.array(z.string().max(64)).max(limits.allowedIps),
    expires_at: field.time.nullable(),
    is_active: z.boolean(),
    /** When an operator deactivated the key, and why. It cannot be activated again. */
    deactivated_at: field.time.nullable(),
    deactivated_reason: z.string().max(limits.descriptionLength).nullable(),
    usage_count: field.count,
    last_used_at: field.time.nullable(),
    created_at: field.time,
    rate_limit_per_hour: z.int().min(-1),
    creator: z.object({
      username: z.string().max(limits.nameLength),
      email: z.string().max(limits.emailLength),
    }),
  })
  .meta({ id: 'ApiKey' })
export type ApiKey = z.output<typeof apiKey>

const inProject = z.object({ id: field.pathId })
const oneKey = z.object({ id: field.pathId, keyId: field.tokenId })
const keyName = field.requiredText(limits.nameLength, 'API key name is required')

export const listApiKeyPermissions = endpoint('GET /projects/api-keys/permissions', {
  name: 'listApiKeyPermissions',
  summary: 'List the permissions that an API key can have.',
  audience: 'session',
  output: z.object({
    permissions: z
      .array(
        z.object({
          name: z.enum(apiKeyPermissionNames),
          description: z.string().max(300),
          required: z.boolean(),
        }),
      )
      .max(20),
  }),
})

export const listApiKeys = endpoint('GET /projects/{id}/api-keys', {
  name: 'listApiKeys',
  summary: 'List the API keys of a project, newest first. Owners only.',
  audience: 'user',
  permission: 'manage_projects',
  params: inProject,
  output: z.object({ api_keys: z.array(apiKey).max(1_000) }),
  errors: ['NOT_FOUND'],
})

export const createApiKey = endpoint('POST /projects/{id}/api-keys', {
  name: 'createApiKey',
  summary: 'Create an API key. The full key is shown only once. Owners only.',
  audience: 'user',
  permission: 'manage_projects',
  stepUp: 'always',
  vault: true,
  idempotency: { shownOnce: { secret: 'api_key.api_key', id: 'api_key.id' } },
  secret: true,
  params: inProject,
  body: z.object({
    name: keyName,
    permissions: requestedPermissions,
    environment_access: environmentAccess.optional(),
    allowed_ips: allowedIps.optional(),
    expires_at: field.time.nullish(),
  }),
  output: z.object({ api_key: apiKey.extend({ api_key: z.string().max(100) }) }),
  success: 201,
  errors: ['PROJECT_READ_ONLY', 'NOT_FOUND', 'LIMIT_REACHED'],
})

export const updateApiKey = endpoint('PUT /projects/{id}/api-keys/{keyId}', {
  name: 'updateApiKey',
  summary:
    'Change an API key. Adding environments requires the master password; removing some re-keys them. A key that an operator deactivated cannot be activated.',
  audience: 'user',
  permission: 'manage_projects',
  stepUp: 'always',
  vault: true,
  params: oneKey,
  body: z.object({
    name: keyName.optional(),
    permissions: requestedPermissions.optional(),
    environment_access: environmentAccess.optional(),
    allowed_ips: allowedIps.optional(),
    expires_at: field.time.nullish(),
    is_active: z.boolean().optional(),
  }),
  output: z.object({ api_key: apiKey }),
  errors: ['PROJECT_READ_ONLY', 'NOT_FOUND', 'CONFLICT'],
})

export const deleteApiKey = endpoint('DELETE /projects/{id}/api-keys/{keyId}', {
  name: 'deleteApiKey',
  summary: 'Delete an API key with its usage. It stops immediately, and what it could read is re-keyed.',
  audience: 'user',
  permission: 'manage_projects',
  stepUp: 'always',
  params: oneKey,
  output: field.message,
  errors: ['NOT_FOUND'],
})

export const readApiKeyCalls = endpoint('GET /projects/{id}/api-keys/calls', {
  name: 'readApiKeyCalls',
  summary:
    'Read how many calls each API key of a project made in the last 30 days, and the hourly limit of each. Owners only.',
  audience: 'user',
  permission: 'manage_projects',
  params: inProject,
  output: z.object({
    calls: z.array(z.object({ id: field.tokenId, count: field.count })).max(1_000),
    /** The plan of the owner. The limit is that of each key; -1 means unlimited. */
    plan: z.object({ name: z.string().max(limits.nameLength), rate_limit_per_hour: z.int().min(-1) }),
  }),
  errors: ['NOT_FOUND'],
})

export const usageTimeRanges = ['1h', '24h', '7d', '30d'] as const

export const readApiKeyUsage = endpoint('GET /projects/{id}/api-keys/{keyId}/usage', {
  name: 'readApiKeyUsage',
  summary: 'Read the usage of an API key.',
  audience: 'user',
  permission: 'manage_projects',
  params: oneKey,
  query: z.object({ timeRange: z.enum(usageTimeRanges).default('24h') }),
  output: z.object({
    usage_stats: z.object({
      total_requests: field.count,
      success_requests: field.count,
      error_requests: field.count,
      average_response_time: z.number().nonnegative(),
      total_variables_accessed: field.count,
      breakdown_by_status: z
        .array(
          z.object({
            status_code: z.int(),
            count: field.count,
            variables_count: field.count,
            request_duration_ms: z.number().nonnegative(),
          }),
        )
        .max(100),
      /** For a chart: the range in equal steps, oldest first, including empty ones. */
      series: z
        .array(z.object({ at: field.time, success_requests: field.count, error_requests: field.count }))
        .max(100),
    }),
  }),
  errors: ['NOT_FOUND'],
})
