import type { UserActKind } from '@envhold/contract/operator/jobs.ts'
import type { DbContext } from '../../../context.ts'
import type { Tx } from '../../audit-log/tx.ts'
import type { User } from '../../users/user-store.ts'
import { grantPlanTo, losingBy, wouldLose } from '../user-billing/grant-plan.ts'
import * as acts from '../users/user-actions.ts'
import type { Losing } from '../users/user-list-store.ts'
import type { UserActInput } from './preview-token.ts'

/** What an act does to one user, and to whom it applies. */
interface UserAct {
  /** Users with another one are left alone. */
  readonly status: User['status']
  /** Who would lose by it, and is left out. */
  readonly losing?: (ctx: DbContext<'secrets'>, input: UserActInput) => Promise<Losing>
  /** Whether a user would lose by it now, and is left alone. */
  readonly wouldLose?: (tx: Tx, user: User, input: UserActInput) => Promise<boolean>
  readonly apply: (tx: Tx, id: number, reason: string, input: UserActInput) => Promise<unknown>
}

const grantOf = ({ plan = '', ends_at = '' }: UserActInput) => ({ plan, ends_at: Date.parse(ends_at) })

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
    losing: (ctx, input) => losingBy(ctx, grantOf(input)),
    wouldLose: (tx, user, input) => wouldLose(tx, user, grantOf(input)),
    apply: (tx, id, reason, input) => grantPlanTo(tx, id, { ...grantOf(input), reason }),
  },
}
