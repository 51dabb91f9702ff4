import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { OperatorCall } from '@envhold/contract/operator/operator-calls.ts'
import type { listUsers } from '@envhold/contract/operator/users.ts'
import { mayCall, type Operator } from '../operator.ts'

export type ListedUser = OutputOf<typeof listUsers>['users'][number]

export type ActionKind =
  | 'approve'
  | 'suspend'
  | 'unsuspend'
  | 'extend'
  | 'delete'
  | 'role'
  | 'reset'
  | 'sessions'
  | 'factors'

interface Act {
  readonly kind: ActionKind
  readonly label: string
  readonly call: OperatorCall
  readonly statuses: readonly ListedUser['status'][]
  /** It takes something away from the user. */
  readonly danger?: true
}

const acts: readonly Act[] = [
  { kind: 'approve', label: 'Approve', call: 'approveUser', statuses: ['PENDING'] },
  { kind: 'unsuspend', label: 'Unsuspend User', call: 'unsuspendUser', statuses: ['SUSPENDED'] },
  { kind: 'extend', label: 'Extend Grace Period', call: 'extendGracePeriod', statuses: ['INACTIVE'] },
  {
    kind: 'role',
    label: 'Assign Role',
    call: 'assignRole',
    statuses: ['ACTIVE', 'SUSPENDED', 'INACTIVE', 'PENDING'],
  },
  {
    kind: 'reset',
    label: 'Send Reset Link',
    call: 'startUserReset',
    statuses: ['ACTIVE', 'SUSPENDED', 'PENDING'],
  },
  {
    kind: 'sessions',
    label: 'Sign Out Everywhere',
    call: 'endUserSessions',
    statuses: ['ACTIVE', 'SUSPENDED', 'INACTIVE', 'PENDING'],
    danger: true,
  },
  {
    kind: 'factors',
    label: 'Remove Second Factors',
    call: 'removeUserFactors',
    statuses: ['ACTIVE', 'SUSPENDED'],
    danger: true,
  },
  { kind: 'suspend', label: 'Suspend User', call: 'suspendUser', statuses: ['ACTIVE'], danger: true },
  {
    kind: 'delete',
    label: 'Force Delete',
    call: 'forceDeleteUser',
    statuses: ['INACTIVE', 'SUSPENDED', 'PENDING'],
    danger: true,
  },
]

/** What this operator may do to an account. Nobody acts on the own account. */
export const actionsOn = (operator: Operator, { id, status }: Pick<ListedUser, 'id' | 'status'>) =>
  id === operator.account.id
    ? []
    : acts.filter(({ call, statuses }) => statuses.includes(status) && mayCall(operator, call))
