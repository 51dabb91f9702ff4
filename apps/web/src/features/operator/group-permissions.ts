import { isOperatorPermission, operatorPermissions } from '@envhold/contract/permissions.ts'

interface DescribedPermission {
  readonly name: string
  readonly description: string
}

export interface PermissionGroup {
  readonly title: string
  readonly permissions: readonly DescribedPermission[]
}

const groups = [
  ['User Management', 'user.'],
  ['Role Management', 'role.'],
  ['Administration', 'admin.'],
  ['Project Management', 'project.'],
  ['System', '*'],
] as const

const describe = (name: string): DescribedPermission => ({
  name,
  description: isOperatorPermission(name) ? operatorPermissions[name] : 'Unknown to this version of the page',
})

/** The permissions of a role in the groups of the catalogue, in its order; groups without any are left out. */
export function groupPermissions(names: readonly string[]): readonly PermissionGroup[] {
  const order = Object.keys(operatorPermissions)
  const sorted = names.toSorted((left, right) => order.indexOf(left) - order.indexOf(right))
  const known = groups.map(([title, prefix]) => ({
    title,
    permissions: sorted.filter((name) => name.startsWith(prefix)).map(describe),
  }))
  const others = sorted.filter((name) => !groups.some(([, prefix]) => name.startsWith(prefix)))
  return [...known, { title: 'Other', permissions: others.map(describe) }].filter(
    ({ permissions }) => permissions.length > 0,
  )
}
