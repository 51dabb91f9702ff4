/**
 * Whether a user with this role can open the operator area: any permission of it opens it. Each call there also
 * requires its own permission. This function has its own file because every page of the web app loads it.
 */
export const mayEnterOperatorArea = (roleName: string, permissions: readonly string[]): boolean =>
  roleName === 'ADMIN' ||
  roleName === 'SUPER_ADMIN' ||
  permissions.some((name) => !name.startsWith('project.'))
