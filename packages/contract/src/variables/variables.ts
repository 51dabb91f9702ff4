import { z } from 'zod'
import { activityHead } from '../activity/activity.ts'
import { endpointsOf } from '../endpoint.ts'
import { environment } from '../environments/environments.ts'
import * as field from '../fields.ts'
import { environmentText, namedEnvironment, namedProject, projectText } from '../inject.ts'
import { limits } from '../limits.ts'
import * as variableFields from './variable-fields.ts'

const endpoint = endpointsOf('Variables')

const params = z.object({ id: field.pathId })
const oneVariable = z.object({ id: field.pathId, key: field.existingKey })
/** The master password as a query parameter, an alternative to the header. */
export const masterPasswordQuery = z.string().max(limits.masterPasswordLength).optional()

export const keys = z.array(z.string().max(limits.variableKeyLength)).max(limits.environmentVariables)
export const changes = z.object({ added: keys, changed: keys, removed: keys, unchanged: keys })
export type Changes = z.output<typeof changes>

const warnings = z.array(field.warning).max(limits.environmentVariables * 4)
/** The environment after a write, and warnings about what was written. */
const written = z.object({ environment, warnings }).meta({ id: 'WrittenEnvironment' })

/** The same, with the names of the changed variables. */
export const writtenChanges = written.extend(changes.shape).meta({ id: 'WrittenChanges' })

export const readVariables = endpoint('GET /env/environments/{id}/variables', {
  name: 'readVariables',
  summary: 'Read all variables of an environment.',
  audience: 'user',
  permission: 'read_variables',
  vault: true,
  conditional: 'read',
  secret: true,
  params,
  query: z.object({ masterPassword: masterPasswordQuery }),
  output: z.object({
    environment,
    variables: variableFields.variables,
    details: variableFields.details,
    version: field.version,
  }),
  errors: ['NOT_FOUND'],
})

export const readVariablesByName = endpoint('GET /env/variables', {
  name: 'readVariablesByName',
  summary:
    'Read all variables of an environment by name or id, with the newest link of the audit chain, in one call. A name takes precedence over an id; several projects with the same name cause 409.',
  audience: 'user',
  permission: 'read_variables',
  vault: true,
  conditional: 'read',
  secret: true,
  query: z.object({
    /** By name, `owner/name` or id. One of `project` and `project_id` is required. */
    project: projectText.optional(),
    project_id: field.pathId.optional(),
    /** By name or id. One of `environment` and `environment_id` is required. */
    environment: environmentText.optional(),
    environment_id: field.pathId.optional(),
    /** The sequence of the link that the caller has stored. */
    head_at: z.coerce.number<string | number>().int().positive().max(Number.MAX_SAFE_INTEGER).optional(),
  }),
  output: z.object({
    project: namedProject,
    environment: namedEnvironment,
    version: field.version,
    variables: variableFields.variables,
    details: variableFields.details,
    /** Null for a token without `read_projects`. */
    activity: activityHead.nullable(),
  }),
  errors: ['NOT_FOUND', 'CONFLICT'],
})

export const listVariableNames = endpoint('GET /env/environments/{id}/names', {
  name: 'listVariableNames',
  summary: 'List the names of an environment’s variables in ascending order, without values.',
  audience: 'user',
  permission: 'read_schema',
  vault: true,
  conditional: 'read',
  params,
  output: z.object({ names: keys, version: field.version }),
  errors: ['NOT_FOUND'],
})

export const createVariable = endpoint('POST /env/environments/{id}/variables', {
  name: 'createVariable',
  summary: 'Add one variable.',
  audience: 'user',
  permission: 'write_variables',
  vault: true,
  idempotency: 'replay',
  conditional: 'write',
  params,
  body: z.object({
    key: field.variableKey,
    value: variableFields.requiredVariableValue,
    ...variableFields.newDetails.shape,
  }),
  output: written,
  success: 201,
  errors: ['NOT_FOUND', 'PROJECT_READ_ONLY', 'LIMIT_REACHED', 'CONFLICT'],
})

export const updateVariable = endpoint('PUT /env/environments/{id}/variables/{key}', {
  name: 'updateVariable',
  summary:
    'Change one variable’s value, note or due date; with `key`, rename it. Absent fields stay as they are.',
  audience: 'user',
  permission: 'write_variables',
  vault: true,
  conditional: 'write',
  confirms: true,
  params: oneVariable,
  body: z.object({
    value: variableFields.requiredVariableValue.optional(),
    key: field.variableKey.optional(),
    ...variableFields.detailsPatch.shape,
  }),
  output: written,
  errors: ['NOT_FOUND', 'PROJECT_READ_ONLY', 'LIMIT_REACHED', 'CONFLICT'],
})

export const deleteVariable = endpoint('DELETE /env/environments/{id}/variables/{key}', {
  name: 'deleteVariable',
  summary: 'Delete one variable.',
  audience: 'user',
  permission: 'write_variables',
  vault: true,
  conditional: 'write',
  confirms: true,
  params: oneVariable,
  output: z.object({ message: z.string().max(300), environment }),
  errors: ['NOT_FOUND', 'PROJECT_READ_ONLY', 'LIMIT_REACHED'],
})

export const writeModes = ['merge', 'replace'] as const

export const writeVariables = endpoint('PUT /env/environments/{id}/variables', {
  name: 'writeVariables',
  summary: 'Write many variables as one version: `merge` keeps the others, `replace` removes them.',
  audience: 'user',
  permission: 'write_variables',
  vault: true,
  conditional: 'write',
  confirms: true,
  params,
  body: z.object({
    variables: variableFields.variables,
    mode: z.enum(writeModes),
    /** Details to change, of variables that are there after the write. */
    details: variableFields.detailsPatches.optional(),
    /** Keys to remove, in addition to what `mode` removes. */
    remove: z.array(field.existingKey).max(limits.environmentVariables).optional(),
  }),
  output: writtenChanges,
  errors: ['NOT_FOUND', 'PROJECT_READ_ONLY', 'LIMIT_REACHED'],
})

export const compareEnvironments = endpoint('GET /env/projects/{projectId}/compare', {
  name: 'compareEnvironments',
  summary:
    'Compare two environments of a project: names only. Notes and due dates that differ are listed apart from values.',
  audience: 'user',
  permission: 'read_variables',
  vault: true,
  params: z.object({ projectId: field.pathId }),
  query: z.object({ left: field.pathId, right: field.pathId }),
  output: z.object({
    left: environment,
    right: environment,
    only_left: keys,
    only_right: keys,
    /** Both have it, with another value. */
    different: keys,
    same: keys,
    /** Both have it, with another note or due day; the value may be the same. */
    different_details: z.object(variableFields.perDetail(() => keys)),
  }),
  errors: ['NOT_FOUND'],
})
