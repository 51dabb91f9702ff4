/** Plans that operators give accounts for a time. */
import * as contract from '@envhold/contract/operator/user-billing.ts'
import { notFound } from '../../../app-error.ts'
import { verb } from '../../../http/verb.ts'
import { actorOf, transact } from '../../audit-log/tx.ts'
import { endGrantedPlan } from '../../billing/granted-plans/granted-plans.ts'
import { recordOperatorAction } from '../users/operator-action-store.ts'
import { requireManageableUser } from '../users/user-actions.ts'
import { grantPlanTo } from './grant-plan.ts'

export const grantUserPlan = verb(contract.grantUserPlan, async (ctx, { caller, params, body, origin }) => {
  const ends_at = Date.parse(body.ends_at)
  await transact(ctx, actorOf(caller, origin), (tx) => grantPlanTo(tx, params.id, { ...body, ends_at }))
  return { message: 'The account has the plan now.' }
})

export const endUserPlan = verb(
  contract.endUserPlan,
  async (ctx, { caller, params: { id }, body, origin }) => {
    const { reason } = body
    await transact(ctx, actorOf(caller, origin), async (tx) => {
      const user = await requireManageableUser(tx, id, '*')
      if (!(await endGrantedPlan(tx, user, reason)))
        throw notFound('This account has no plan from an operator.')
      await recordOperatorAction(tx, { userId: id, act: 'end_granted_plan', reason, details: {} })
    })
    return { message: 'The plan was taken back.' }
  },
)
