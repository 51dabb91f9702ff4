/** The permissions of personal tokens, in the order of the forms. */
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

/** The description of each permission of a personal token. */
export const personalTokenPermissionDescriptions: Record<PersonalTokenPermission, string> = {
  read_variables: 'Read variable values',
  read_schema: 'Read variable names and history, without values',
  read_projects: 'List projects and environments',
  write_variables: 'Add, change, import and delete variables',
  manage_projects:
    'Create, change and delete projects, environments and API keys; invite and remove people, and change their access',
}

export const apiKeyPermissionNames = ['read_variables', 'read_schema', 'variables.api_inject'] as const
export type ApiKeyPermission = (typeof apiKeyPermissionNames)[number]

const aboutApiKeyPermissions: Record<ApiKeyPermission, { description: string; required: boolean }> = {
  read_variables: { description: 'Read variable values', required: true },
  read_schema: { description: 'Read variable names, without values', required: false },
  'variables.api_inject': { description: 'Fetch a whole environment for CI/CD', required: true },
}

/** The permissions of API keys. Every key must have the required ones. */
export const apiKeyPermissions = apiKeyPermissionNames.map((name) => ({
  name,
  ...aboutApiKeyPermissions[name],
}))
/** The permissions that every API key has. */
export const requiredApiKeyPermissions = apiKeyPermissions
  .filter(({ required }) => required)
  .map(({ name }) => name)

/** Every permission that a role can have, with its description. */
export const operatorPermissions = {
  'user.read': 'List users and read their status',
  'user.suspend': 'Suspend a user',
  'user.unsuspend': 'Lift a suspension, approve and invite users',
  'user.force_delete': 'Permanently delete a user, or extend their restore period',
  'role.read': 'List roles and their permissions',
  'role.create': 'Create a role',
  'role.update': 'Change a role',
  'role.delete': 'Delete a role',
  'role.assign.user': 'Assign roles without operator permissions',
  'role.assign.admin': 'Assign roles with operator permissions',
  'role.assign.*': 'Assign every role',
  'admin.stats': 'Read statistics, compliance, archives, API keys, mail templates and plans',
  'admin.cleanup': 'Run cleanups, restore archives, deactivate API keys, send test e-mails',
  'project.create': 'Create projects',
  'project.read': 'Read the projects one owns or shares',
  'project.update': 'Change the projects one owns or shares',
  'project.delete': 'Delete the projects one owns',
  'project.collaborate': 'Join projects of others',
  '*': 'Everything',
} as const
export type OperatorPermission = keyof typeof operatorPermissions
/** What a call of the operator area can require. Every user has `project.*` for the projects that they own or share. */
export type AreaPermission = Exclude<OperatorPermission, `project.${string}`>

/** Whether this version has a permission with this name. */
export const isOperatorPermission = (name: string): name is OperatorPermission =>
  Object.hasOwn(operatorPermissions, name)

/** Whether a permission belongs to the operator area. The others describe what every user may do. */
export const isAreaPermission = (name: OperatorPermission): name is AreaPermission =>
  !name.startsWith('project.')

/** Whether these permissions include the required one. `role.assign.*` includes every permission with that prefix. */
export const holdsOperatorPermission = (
  granted: readonly OperatorPermission[],
  requested: AreaPermission,
): boolean =>
  granted.some(
    (permission) =>
      permission === requested || (permission.endsWith('*') && requested.startsWith(permission.slice(0, -1))),
  )

/** Of the permissions that are given or removed, those that the caller lacks: nobody passes on more than they have. */
export const listLackedPermissions = (
  granted: readonly OperatorPermission[],
  passedOn: readonly OperatorPermission[],
): readonly AreaPermission[] =>
  passedOn.filter(isAreaPermission).filter((permission) => !holdsOperatorPermission(granted, permission))
