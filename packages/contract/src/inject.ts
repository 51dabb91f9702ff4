import { dialects, formats } from '@envhold/formats/dialect.ts'
import { z } from 'zod'
import { endpointsOf } from './endpoint.ts'
import * as field from './fields.ts'
import { limits } from './limits.ts'
import { apiKeyPermissionNames } from './permissions.ts'
import * as variableFields from './variables/variable-fields.ts'

const endpoint = endpointsOf('Injection')

const params = z.object({
  projectId: field.pathId,
  /** By name or by id. */
  environment: field.text(limits.environmentNameLength).min(1),
})

export const namedProject = z
  .object({ id: field.id, name: z.string().max(limits.nameLength) })
  .meta({ id: 'NamedProject' })
export const namedEnvironment = z
  .object({ id: field.id, name: z.string().max(limits.environmentNameLength) })
  .meta({ id: 'NamedEnvironment' })

/** A project by its name, `owner/name` or its id. */
export const projectText = field.text(2 * limits.nameLength + 1).min(1)
/** An environment by its name or its id. */
export const environmentText = field.text(limits.environmentNameLength).min(1)

const errors = ['FORBIDDEN'] as const

export const inject = endpoint('GET /v1/inject/{projectId}/{environment}', {
  name: 'inject',
  summary:
    'Read an environment as text, for CI/CD. Values in the `github` format are not masked: add `::add-mask::` yourself.',
  audience: 'api-key',
  conditional: 'read',
  secret: true,
  params,
  query: z.object({ format: z.enum(formats).default('dotenv'), dialect: z.enum(dialects).optional() }),
  produces: [
    'text/plain; charset=utf-8',
    'application/json; charset=utf-8',
    'application/yaml; charset=utf-8',
  ],
  errors,
})

export const readSchema = endpoint('GET /v1/schema/{projectId}/{environment}', {
  name: 'readSchema',
  summary: 'List the names of an environment’s variables, without values.',
  audience: 'api-key',
  conditional: 'read',
  params,
  output: z.object({
    project: namedProject,
    environment: namedEnvironment,
    version: field.version,
    keys: z.array(z.string().max(limits.variableKeyLength)).max(limits.environmentVariables),
  }),
  errors,
})

export const injectByName = endpoint('GET /v1/variables', {
  name: 'injectByName',
  summary:
    'Read an environment as JSON, with its names. `project` defaults to the project of the key, `environment` to the only one that the key may read.',
  audience: 'api-key',
  conditional: 'read',
  secret: true,
  query: z.object({ project: projectText.optional(), environment: environmentText.optional() }),
  output: z.object({
    project: namedProject,
    environment: namedEnvironment,
    version: field.version,
    variables: variableFields.variables,
  }),
  errors,
})

export const readOwnApiKey = endpoint('GET /v1/key', {
  name: 'readOwnApiKey',
  summary: 'Read the project, environments, permissions and expiry of the presented API key.',
  audience: 'api-key',
  output: z.object({
    api_key: z.object({
      key_name: z.string().max(limits.nameLength),
      permissions: z.array(z.enum(apiKeyPermissionNames)).max(apiKeyPermissionNames.length),
      expires_at: field.time.nullable(),
    }),
    project: namedProject,
    /** Oldest first. */
    environments: z.array(namedEnvironment).max(10_000),
  }),
})
