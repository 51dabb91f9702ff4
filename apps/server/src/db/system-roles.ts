/** The roles that every instance has. Permissions are in ascending order. */
export const systemRoles = [
  {
    name: 'USER',
    display_name: 'User',
    description: 'Works on own and shared projects',
    permissions: [
      'project.collaborate',
      'project.create',
      'project.delete',
      'project.read',
      'project.update',
    ],
  },
  {
    name: 'ADMIN',
    display_name: 'Administrator',
    description: 'Runs the instance, except for what only super administrators may do',
    permissions: [
      'admin.cleanup',
      'admin.stats',
      'project.collaborate',
      'project.create',
      'project.delete',
      'project.read',
      'project.update',
      'role.assign.user',
      'role.create',
      'role.delete',
      'role.read',
      'role.update',
      'user.force_delete',
      'user.read',
      'user.suspend',
      'user.unsuspend',
    ],
  },
  {
    name: 'SUPER_ADMIN',
    display_name: 'Super administrator',
    description: 'May do everything',
    permissions: ['*'],
  },
]
