import {
  holdsOperatorPermission,
  isAreaPermission,
  isOperatorPermission,
  listLackedPermissions,
  type OperatorPermission,
  operatorPermissions,
} from '@envhold/contract/permissions.ts'
import { type ErrorTexts, errorText, fieldErrors } from '../../../connection/api/error-text.ts'
import type { Operator } from '../operator.ts'

/** What people read when one of these calls fails. */
export const roleErrors = {
  createRole: { fallback: 'Failed to create role' },
  updateRole: { fallback: 'Failed to update role' },
  deleteRole: { fallback: 'Failed to delete role' },
  assignRole: { fallback: 'Failed to assign role' },
} as const satisfies Record<string, ErrorTexts>

/** Why a form was rejected: what is wrong with a field says more than that the request is not valid. */
export const formErrorText = (error: unknown, texts: ErrorTexts): string =>
  fieldErrors(error)[0]?.message ?? errorText(error, texts)

const heldBy = ({ role }: Operator): readonly OperatorPermission[] =>
  role.permissions.filter(isOperatorPermission)

/** Whether an operator has every permission that a role gives: nobody passes on more than they have. */
export const holdsAll = (operator: Operator, permissions: readonly string[]): boolean =>
  listLackedPermissions(heldBy(operator), permissions.filter(isOperatorPermission)).length === 0

/** Whether an operator may give or remove a role with these permissions. The server decides; the page only explains. */
export const mayAssign = (operator: Operator, permissions: readonly string[]): boolean =>
  holdsAll(operator, permissions) &&
  (!permissions.filter(isOperatorPermission).some(isAreaPermission) ||
    holdsOperatorPermission(heldBy(operator), 'role.assign.admin'))

interface DescribedPermission {
  readonly name: string
  readonly description: string
}

interface PermissionGroup {
  readonly title: string
  /** What the names do not say. */
  readonly note: string | undefined
  readonly permissions: readonly DescribedPermission[]
}

const groups: readonly (readonly [title: string, prefix: string, note?: string])[] = [
  ['User Management', 'user.'],
  ['Role Management', 'role.'],
  ['Administration', 'admin.'],
  ['Project Management', 'project.', 'Every user may do this, whatever their role. Listed for completeness.'],
  ['System', '*'],
]

const describe = (name: string): DescribedPermission => ({
  name,
  description: isOperatorPermission(name) ? operatorPermissions[name] : 'Unknown to this version of the page',
})

/** The permissions of a role in the groups of the catalogue, in its order; groups without any are left out. */
export function groupPermissions(names: readonly string[]): readonly PermissionGroup[] {
  const order = Object.keys(operatorPermissions)
  const sorted = names.toSorted((left, right) => order.indexOf(left) - order.indexOf(right))
  const known = groups.map(([title, prefix, note]) => ({
    title,
    note,
    permissions: sorted.filter((name) => name.startsWith(prefix)).map(describe),
  }))
  const others = sorted.filter((name) => !groups.some(([, prefix]) => name.startsWith(prefix)))
  return [...known, { title: 'Other', note: undefined, permissions: others.map(describe) }].filter(
    ({ permissions }) => permissions.length > 0,
  )
}
