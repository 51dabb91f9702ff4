import type { UserActKind } from '@envhold/contract/operator/jobs.ts'
import type { Tx } from '../../audit-log/tx.ts'
import type { User } from '../../users/user-store.ts'
import { grantPlanTo } from '../user-billing/grant-plan.ts'
import * as acts from '../users/user-actions.ts'
import type { UserActInput } from './preview-token.ts'

/** What an act does to one user, and to whom it applies. */
interface UserAct {
  /** Users with another one are left alone. */
  readonly status: User['status']
  readonly apply: (tx: Tx, id: number, reason: string, input: UserActInput) => Promise<unknown>
}

export const bulkActions: Readonly<Record<UserActKind, UserAct>> = {
  'suspend-users': {
    status: 'ACTIVE',
    apply: (tx, id, reason) => acts.suspendUser(tx, id, reason),
  },
  'unsuspend-users': {
    status: 'SUSPENDED',
    apply: (tx, id, reason) => acts.unsuspendUser(tx, id, reason),
  },
  'sign-out-users': {
    status: 'ACTIVE',
    apply: (tx, id, reason) => acts.endSessionsOf(tx, id, reason),
  },
  'grant-plan': {
    status: 'ACTIVE',
    apply: (tx, id, reason, { plan = '', ends_at = '' }) =>
      grantPlanTo(tx, id, { plan, ends_at: Date.parse(ends_at), reason }),
  },
}
