/** The users of the instance, and what operators do to their accounts. */
import * as endpoints from '@envhold/contract/operator/users.ts'
import type { Context } from '../../../context.ts'
import type { Caller } from '../../../http/caller.ts'
import { type Origin, type Route, route } from '../../../http/route.ts'
import { wireTime } from '../../../http/wire-time.ts'
import type { RevokeAllGrants } from '../../accounts/delete-permanently.ts'
import { type Tx, transact, transactOnce } from '../../audit-log/tx.ts'
import { approveUser } from './approve-user.ts'
import { extendGracePeriod } from './extend-grace-period.ts'
import { forceDeleteUser } from './force-delete-user.ts'
import { listGracePeriodUsers } from './list-grace-period-users.ts'
import { listOwnOperatorActs } from './list-own-operator-acts.ts'
import { listUsers } from './list-users.ts'
import { readUserDetail } from './read-user-detail.ts'
import { suspendUser } from './suspend-user.ts'
import { unsuspendUser } from './unsuspend-user.ts'

export interface UserDeps {
  /** Grants are to the left, but they reach the vault. */
  readonly revokeAllGrants: RevokeAllGrants
  /** Forgets the unlocked vault of an account on this node. */
  readonly dropUnlocked: (userId: number) => void
}

interface Acting {
  readonly caller: Extract<Caller, { kind: 'session' }>
  readonly origin: Origin
}

export function userRoutes(ctx: Context, deps: UserDeps): Route[] {
  const act = <T>({ caller, origin }: Acting, work: (tx: Tx) => Promise<T>) =>
    transact(ctx, { userId: caller.userId, origin }, work)
  return [
    route(endpoints.listUsers, async (call) => ({ json: await listUsers(ctx, call) })),
    route(endpoints.listGracePeriodUsers, async () => ({ json: await listGracePeriodUsers(ctx) })),
    route(endpoints.readUserDetail, async ({ params }) => ({ json: await readUserDetail(ctx, params.id) })),
    route(endpoints.approveUser, async (call) => {
      await act(call, (tx) => approveUser(tx, call.params.id))
      return { json: { message: 'The account was approved.' } }
    }),
    route(endpoints.suspendUser, async (call) => {
      const { id } = call.params
      await act(call, (tx) => suspendUser(tx, id, call.body.reason))
      deps.dropUnlocked(id)
      return { json: { message: 'The account was suspended.' } }
    }),
    route(endpoints.unsuspendUser, async (call) => {
      await act(call, (tx) => unsuspendUser(tx, call.params.id))
      return { json: { message: 'The suspension has ended.' } }
    }),
    route(endpoints.extendGracePeriod, async (call) => {
      const { caller, origin, reservation, params, body } = call
      const actor = { userId: caller.userId, origin }
      const { endsAt } = await transactOnce(ctx, actor, reservation, (tx) =>
        extendGracePeriod(tx, params.id, body.days),
      )
      return { json: { message: 'The grace period was extended.', grace_ends_at: wireTime(endsAt) } }
    }),
    route(endpoints.forceDeleteUser, async (call) => {
      const { id } = call.params
      const { reason } = call.body
      const { revokeAllGrants } = deps
      await act(call, (tx) => forceDeleteUser(tx, id, { reason, revokeAllGrants }))
      deps.dropUnlocked(id)
      return { json: { message: 'The account was deleted for good.' } }
    }),
    route(endpoints.listOwnOperatorActs, async ({ caller }) => ({
      json: await listOwnOperatorActs(ctx, caller.userId),
    })),
  ]
}
