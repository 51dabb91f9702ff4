import { providerNames } from '@envhold/contract/billing/payments.ts'
import type { Context } from '../../../context.ts'
import { daysMs } from '../../../jobs/retention-rule.ts'
import { queueMail } from '../../../mail/queue-mail.ts'
import type { ProviderSubscription } from '../../../payments/provider.ts'
import { type Tx, transact } from '../../audit-log/tx.ts'
import { centsOf } from '../../plans/plan-price-store.ts'
import { findPlan } from '../../plans/plan-store.ts'
import { findUser } from '../../users/user-store.ts'
import { forEachAtProvider } from '../at-provider.ts'
import {
  claimReminder,
  findSubscriptionById,
  listRenewing,
  type SubscriptionRow,
} from '../subscriptions/subscription-store.ts'
import { requireProvider, syncSubscription } from '../subscriptions/sync-subscription.ts'

/** How long before its renewal the customer of a yearly subscription is reminded. */
const reminderMs = daysMs(14)

/**
 * Reminds of each renewal of a yearly subscription once, after its provider has said that there will be one.
 * @returns how many renew soon
 */
export async function sweepRenewalReminders(ctx: Context): Promise<number> {
  const now = ctx.clock()
  const renewing = await listRenewing(ctx, { after: now, upTo: now + reminderMs })
  await forEachAtProvider(ctx, renewing, (row) => remind(ctx, row))
  return renewing.length
}

async function remind(
  ctx: Context,
  { id, provider: providerId, provider_id }: SubscriptionRow,
): Promise<void> {
  const provider = await requireProvider(ctx, providerId)
  await syncSubscription(ctx, provider, provider_id)
  const described = await provider.getSubscription(provider_id)
  const row = await findSubscriptionById(ctx, id)
  if (!row || !described || !willRenew(row, ctx.clock())) return
  await transact(ctx, { userId: row.user_id, origin: null }, async (tx) => {
    if (await claimReminder(tx, row)) await mail(tx, row, described)
  })
}

const willRenew = ({ status, cancel_at, period_end }: SubscriptionRow, now: number) =>
  status === 'active' &&
  cancel_at === null &&
  period_end !== null &&
  period_end > now &&
  period_end <= now + reminderMs

/**
 * Another plan, or another price of the same one, that begins with the renewal costs what the list of plans says. The
 * list is in US dollars: no amount is named to a customer who pays another currency.
 */
async function mail(tx: Tx, row: SubscriptionRow, described: ProviderSubscription): Promise<void> {
  const account = await findUser(tx, row.user_id)
  if (!account || account.deleted_at !== null) return
  const plan = await findPlan(tx, row.next_plan ?? row.plan)
  const interval = row.next_interval ?? row.billing_interval
  const listPrice = { amount: plan ? centsOf(plan, interval) : 0, currency: 'USD' }
  const { price, priceRef, scheduledPriceRef } = described
  const isNewPrice = scheduledPriceRef !== null && scheduledPriceRef !== priceRef
  const isStated = row.next_plan === null && !isNewPrice
  const isListed = price === null || price.currency === listPrice.currency
  const { amount, currency } = isStated && price ? price : isListed ? listPrice : { ...price, amount: 0 }
  await queueMail(tx, 'renewalReminder', {
    to: account.email,
    variables: {
      plan: plan?.display_name ?? row.plan,
      renews: row.period_end ?? 0,
      total: amount,
      currency,
      per: interval === 'yearly' ? 'year' : 'month',
      provider: providerNames[row.provider],
    },
  })
}
