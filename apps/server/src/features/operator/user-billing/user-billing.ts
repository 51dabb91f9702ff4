/** What an account pays and has paid, for a conversation about a refund. */
import * as contract from '@envhold/contract/operator/user-billing.ts'
import { AppError } from '../../../app-error.ts'
import type { DbContext } from '../../../context.ts'
import { wireTime, wireTimeOrNull } from '../../../http/responses/wire-time.ts'
import { verb } from '../../../http/verb.ts'
import { listDunningOf } from '../../billing/dunning/dunning-store.ts'
import { listSubscriptions } from '../../billing/subscriptions/subscription-store.ts'
import {
  findInvoicePage,
  viewGrantedPlan,
  viewInvoices,
  viewOf,
} from '../../billing/subscriptions/subscription-views.ts'
import { findGrantedPlan } from '../../plans/granted-plan-store.ts'
import { planDisplayName } from '../../plans/plan-store.ts'
import { findUser, namesOfUsers } from '../../users/user-store.ts'
import { recordAccountView } from '../users/record-view.ts'

const maxListed = 20

export const readUserBilling = verb(contract.readUserBilling, async (ctx, call) => {
  const { params } = call
  const user = await findUser(ctx, params.id)
  if (!user) throw new AppError('NOT_FOUND')
  await recordAccountView(ctx, call, { id: params.id, part: 'billing' })
  const rows = (await listSubscriptions(ctx, params.id)).slice(-maxListed).toReversed()
  const subscriptions = []
  for (const row of rows) subscriptions.push({ ...(await viewOf(ctx, row)), provider_id: row.provider_id })
  const providers = new Map(rows.map(({ id, provider }) => [id, provider]))
  const failures = await listDunningOf(ctx, [...providers.keys()], maxListed)
  return {
    plan: { name: user.plan, display_name: await planDisplayName(ctx, user.plan) },
    granted_plan: await viewGrant(ctx, params.id),
    subscriptions,
    ...(await viewInvoices(ctx, params.id)),
    payment_failures: failures.flatMap(({ subscription_id, failed_at, state, tries, next_at }) => {
      const provider = providers.get(subscription_id)
      if (!provider) return []
      return {
        subscription_id,
        provider,
        failed_at: wireTime(failed_at),
        status: state,
        tries,
        next_attempt: wireTimeOrNull(next_at),
      }
    }),
  }
})

export const openUserInvoice = verb(contract.openUserInvoice, async (ctx, call) => {
  const { caller, params } = call
  const page = await findInvoicePage(ctx, params.id, params.invoiceId, caller.userId)
  await recordAccountView(ctx, call, { id: params.id, part: 'invoice' })
  return page
})

async function viewGrant(ctx: DbContext<'secrets'>, userId: number) {
  const granted = await findGrantedPlan(ctx, userId)
  const view = await viewGrantedPlan(ctx, granted)
  if (!granted || !view) return null
  const operators = await namesOfUsers(ctx.db, granted.granted_by === null ? [] : [granted.granted_by])
  const granted_by = operators.get(granted.granted_by ?? 0)?.username ?? null
  return { ...view, reason: granted.reason, granted_by }
}
