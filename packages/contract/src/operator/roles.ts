/** Roles: what people may do in the operator area, and who holds them. */
import { z } from 'zod'
import * as field from '../fields.ts'
import { limits } from '../limits.ts'
import { type OperatorPermission, operatorPermissions } from '../permissions.ts'
import { maxReasonLength } from './operator-actions.ts'
import { operatorEndpoint } from './operator-calls.ts'

/** How many roles an instance can have, so that a list of them needs no pages. */
export const maxRoles = 100
export const roleNameLength = 50

const required = 'Name, display name, and at least one permission are required'

const permissionNames = Object.keys(operatorPermissions) as [OperatorPermission, ...OperatorPermission[]]
const permissions = z.array(z.string().max(limits.nameLength)).max(limits.nameLength)
const displayName = z.string().max(limits.nameLength)
const roleName = z.string().max(limits.nameLength)

const role = z
  .object({
    id: field.id,
    name: roleName,
    display_name: displayName,
    description: z.string().max(limits.descriptionLength),
    permissions,
    is_system_role: z.boolean(),
    _count: z.object({ users: field.count }),
    created_at: field.time,
    updated_at: field.time,
    /** Changes with each change of the role. */
    revision: field.version,
  })
  .meta({ id: 'Role' })
export type Role = z.output<typeof role>

const roleId = z.object({ id: field.pathId })
const userId = z.object({ id: field.pathId })
const oneRole = z.object({ role }).meta({ id: 'RoleResponse' })

const changeable = {
  display_name: field.requiredText(limits.nameLength, required),
  description: field.description.default(''),
  permissions: z
    .array(z.enum(permissionNames, 'Not a permission'))
    .min(1, required)
    .max(permissionNames.length),
}

export const listRoles = operatorEndpoint('GET /admin/roles', {
  name: 'listRoles',
  summary: 'List every role with its permissions and the number of users who hold it.',
  output: z.object({
    roles: z.array(role).max(2 * maxRoles),
    /** Rows that were changed from outside: a user with such a role has no permission. */
    rejected: z.array(z.object({ id: field.id, name: z.string().max(limits.nameLength) })).max(2 * maxRoles),
  }),
})

export const readRole = operatorEndpoint('GET /admin/roles/{id}', {
  name: 'readRole',
  summary: 'Read a role.',
  params: roleId,
  output: oneRole,
  errors: ['NOT_FOUND'],
})

export const createRole = operatorEndpoint('POST /admin/roles', {
  name: 'createRole',
  summary: 'Create a custom role. It can have only permissions that the caller has.',
  body: z.object({
    /** Trimmed and converted to upper case. */
    name: z
      .string({ error: ({ input }) => (input === undefined ? required : undefined) })
      .trim()
      .toUpperCase()
      .min(1, required)
      .max(roleNameLength, `Must be at most ${roleNameLength} characters`)
      .regex(/^[A-Za-z0-9_]*$/, 'Name can only contain letters, numbers, and underscores')
      .meta({ examples: ['SUPPORT'] }),
    ...changeable,
  }),
  output: oneRole,
  success: 201,
  errors: ['CONFLICT'],
})

export const updateRole = operatorEndpoint('PUT /admin/roles/{id}', {
  name: 'updateRole',
  summary:
    'Change the display name, the description and the permissions of a custom role. Its users have the new permissions from their next call on.',
  params: roleId,
  body: z.object({
    ...changeable,
    /** As read: the change is rejected if the role has changed since. */
    revision: field.version.optional(),
  }),
  output: oneRole,
  errors: ['NOT_FOUND', 'CONFLICT'],
})

export const deleteRole = operatorEndpoint('DELETE /admin/roles/{id}', {
  name: 'deleteRole',
  summary: 'Delete a custom role that no user holds.',
  params: roleId,
  output: field.message,
  errors: ['NOT_FOUND', 'CONFLICT'],
})

export const assignRole = operatorEndpoint('POST /admin/users/{id}/assign-role', {
  name: 'assignRole',
  summary:
    'Give a user another role. Operators can give and remove only permissions that they have, and a role with operator permissions also needs role.assign.admin.',
  params: userId,
  body: z.object({
    role_id: z.int('Please select a role').positive('Please select a role').max(Number.MAX_SAFE_INTEGER),
    /** Its user reads it. */
    reason: field.nameText(maxReasonLength).optional(),
  }),
  output: field.message,
  errors: ['NOT_FOUND', 'CONFLICT'],
})

const namedRole = z.object({ name: roleName, display_name: displayName })

const roleChange = z
  .object({
    role: namedRole,
    previous_role: namedRole,
    /** A username; null for a command on the machine, or an account that was deleted. */
    assigned_by: z.string().max(limits.nameLength).nullable(),
    reason: z.string().max(limits.descriptionLength),
    created_at: field.time,
  })
  .meta({ id: 'RoleChange' })

/** How many changes the history of a user shows. */
export const maxRoleHistory = 100

export const readRoleHistory = operatorEndpoint('GET /admin/users/{id}/role-history', {
  name: 'readRoleHistory',
  summary: 'List the last 100 changes of a user’s role, the newest first.',
  params: userId,
  output: z.object({ history: z.array(roleChange).max(maxRoleHistory) }),
  errors: ['NOT_FOUND'],
})

export const readUserPermissions = operatorEndpoint('GET /admin/users/{id}/permissions', {
  name: 'readUserPermissions',
  summary: 'Read the role of a user and its permissions.',
  params: userId,
  output: z.object({
    /** Null if the role does not exist: then the user has no permission. */
    role: namedRole.extend({ id: field.id }).nullable(),
    permissions,
  }),
  errors: ['NOT_FOUND'],
})
