/** What a personal token may be allowed, in the order the forms show it. */
export const personalTokenPermissions = [
  'read_variables',
  'read_schema',
  'read_projects',
  'write_variables',
  'manage_projects',
] as const
export type PersonalTokenPermission = (typeof personalTokenPermissions)[number]
export const defaultPersonalTokenPermissions: readonly PersonalTokenPermission[] = [
  'read_variables',
  'read_schema',
  'read_projects',
]

/** What each permission of a personal token means, in words. */
export const personalTokenPermissionDescriptions: Record<PersonalTokenPermission, string> = {
  read_variables: 'Read variable values',
  read_schema: 'Read variable names and history, without values',
  read_projects: 'List projects and environments',
  write_variables: 'Add, change, import and delete variables',
  manage_projects: 'Create, change and delete projects, environments and API keys',
}

/** What an API key may be allowed; the required ones are always given. */
export const apiKeyPermissions = [
  { name: 'read_variables', description: 'Read variable values', required: true },
  { name: 'read_schema', description: 'Read variable names, without values', required: false },
  { name: 'variables.api_inject', description: 'Fetch a whole environment for CI/CD', required: true },
] as const
export type ApiKeyPermission = (typeof apiKeyPermissions)[number]['name']
/** What every API key may do. */
export const requiredApiKeyPermissions = ['read_variables', 'variables.api_inject'] as const
export const apiKeyPermissionNames = ['read_variables', 'read_schema', 'variables.api_inject'] as const

/** Every permission an operator's role may hold. */
const operatorPermissions = [
  'user.read',
  'user.suspend',
  'user.unsuspend',
  'user.force_delete',
  'role.read',
  'role.create',
  'role.update',
  'role.delete',
  'role.assign.user',
  'role.assign.admin',
  'role.assign.*',
  'admin.stats',
  'admin.cleanup',
  'project.create',
  'project.read',
  'project.update',
  'project.delete',
  'project.collaborate',
  '*',
] as const

export type SystemRoleName = 'USER' | 'ADMIN' | 'SUPER_ADMIN'

/** The roles every instance has. */
export const systemRoles = [
  {
    id: 1,
    name: 'USER',
    display_name: 'User',
    permissions: [
      'project.create',
      'project.read',
      'project.update',
      'project.delete',
      'project.collaborate',
    ],
  },
  {
    id: 2,
    name: 'ADMIN',
    display_name: 'Administrator',
    permissions: operatorPermissions.filter(
      (name) => name !== '*' && name !== 'role.assign.admin' && name !== 'role.assign.*',
    ),
  },
  { id: 3, name: 'SUPER_ADMIN', display_name: 'Super administrator', permissions: ['*'] },
] as const satisfies readonly {
  id: number
  name: SystemRoleName
  display_name: string
  permissions: readonly string[]
}[]
