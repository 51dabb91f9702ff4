import {
  holdsOperatorPermission,
  isAreaPermission,
  isOperatorPermission,
  listLackedPermissions,
  type OperatorPermission,
} from '@envhold/contract/permissions.ts'
import type { Operator } from '../operator.ts'

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
