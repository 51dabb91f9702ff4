import type {
  EveryInvoice,
  EverySubscription,
  FailedPayment,
} from '@envhold/contract/operator/billing-lists.ts'
import type { DbContext } from '../../../context.ts'
import { wireTime, wireTimeOrNull } from '../../../http/responses/wire-time.ts'
import type { InvoiceRow, SubscriptionRow } from '../../billing/subscriptions/subscription-store.ts'
import { viewInvoice, viewStored } from '../../billing/subscriptions/subscription-views.ts'
import { planDisplayName } from '../../plans/plan-store.ts'
import { namesOfUsers } from '../../users/user-store.ts'
import type { FailedPaymentRow } from './billing-list-store.ts'

type Context = DbContext<'secrets'>

/** Who pays each of these rows; null: the account was deleted. */
async function payersOf({ db }: Context, rows: readonly { readonly user_id: number }[]) {
  const names = await namesOfUsers(db, [...new Set(rows.map(({ user_id }) => user_id))])
  return (id: number) => {
    const user = names.get(id)
    return user ? { id, username: user.username, email: user.email } : null
  }
}

async function plansIn(ctx: Context, rows: readonly { readonly plan: string }[]) {
  const names = new Map<string, string>()
  for (const { plan } of rows) if (!names.has(plan)) names.set(plan, await planDisplayName(ctx, plan))
  return (plan: string) => names.get(plan) ?? plan
}

export async function viewSubscriptions(
  ctx: Context,
  rows: readonly SubscriptionRow[],
): Promise<EverySubscription[]> {
  const [payer, planName] = [await payersOf(ctx, rows), await plansIn(ctx, rows)]
  return rows.map((row) => ({
    ...viewStored(row, planName(row.plan)),
    user: payer(row.user_id),
    provider_id: row.provider_id,
    created_at: wireTime(row.created_at),
  }))
}

export async function viewInvoiceRows(ctx: Context, rows: readonly InvoiceRow[]): Promise<EveryInvoice[]> {
  const payer = await payersOf(ctx, rows)
  return rows.map((row) => ({ ...viewInvoice(row), user: payer(row.user_id) }))
}

export async function viewFailedPayments(
  ctx: Context,
  rows: readonly FailedPaymentRow[],
): Promise<FailedPayment[]> {
  const [payer, planName] = [await payersOf(ctx, rows), await plansIn(ctx, rows)]
  return rows.map(({ subscription_id, user_id, plan, provider, failed_at, state, tries, next_at }) => ({
    subscription_id,
    user: payer(user_id),
    plan_display_name: planName(plan),
    provider,
    failed_at: wireTime(failed_at),
    status: state,
    tries,
    next_attempt: state === 'active' ? wireTimeOrNull(next_at) : null,
  }))
}
