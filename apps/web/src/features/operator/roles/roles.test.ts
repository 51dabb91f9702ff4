import { operatorPermissions } from '@envhold/contract/permissions.ts'
import { expect, test } from 'vitest'
import { groupPermissions } from './roles.ts'

test('every permission of the catalogue has a group and a description', () => {
  const grouped = groupPermissions(Object.keys(operatorPermissions).toReversed())
  expect(grouped.map(({ title }) => title)).toEqual([
    'User Management',
    'Role Management',
    'Administration',
    'Project Management',
    'System',
  ])
  const all = grouped.flatMap(({ permissions }) => permissions)
  expect(Object.fromEntries(all.map(({ name, description }) => [name, description]))).toEqual(
    operatorPermissions,
  )
  expect(all.map(({ name }) => name)).toEqual(Object.keys(operatorPermissions))
})

test('groups without permissions are left out, and an unknown permission is shown as such', () => {
  expect(groupPermissions([])).toEqual([])
  expect(groupPermissions(['vault.read', 'admin.stats'])).toMatchObject([
    { title: 'Administration', permissions: [{ name: 'admin.stats' }] },
    {
      title: 'Other',
      permissions: [{ name: 'vault.read', description: 'Unknown to this version of the page' }],
    },
  ])
})
