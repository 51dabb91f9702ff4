/**
 * Whether somebody with this role may enter the operator area. Each call there asks for its permission, too. It is in a
 * file of its own because every page of the web app asks it.
 */
export const mayEnterOperatorArea = (roleName: string, permissions: readonly string[]): boolean =>
  roleName === 'ADMIN' ||
  roleName === 'SUPER_ADMIN' ||
  permissions.some((name) => name === '*' || name === 'user.read')
