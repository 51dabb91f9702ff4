/** What is said of a subscription that has ended. */
import { providerNames } from '@envhold/contract/billing/payments.ts'
import { freePlan } from '@envhold/contract/billing/plans.ts'
import { queueMail } from '../../../mail/queue-mail.ts'
import type { Ended } from '../../archive/phase/mail-effects.ts'
import type { Tx } from '../../audit-log/tx.ts'
import { planDisplayName } from '../../plans/plan-store.ts'
import { findUser } from '../../users/user-store.ts'
import { isExhausted } from '../dunning/dunning-store.ts'
import { excessOf } from '../excess.ts'
import { nameOther } from './other-subscriptions.ts'
import type { SubscriptionRow } from './subscription-store.ts'

/** Its plan, and whether its payment failed. */
export const endedOf = async (
  tx: Tx,
  before: SubscriptionRow | undefined,
  after: SubscriptionRow,
): Promise<Ended> => ({
  plan: await planDisplayName(tx, after.plan),
  unpaid: await unpaidBy(tx, before, after),
})

/** Names the provider if a subscription ended because its payment failed, whether we gave up or the provider did. */
async function unpaidBy(
  tx: Tx,
  before: SubscriptionRow | undefined,
  { id, status, provider, cancel_reason }: SubscriptionRow,
): Promise<readonly string[]> {
  const isCanceled = cancel_reason !== null || (before?.cancel_at ?? null) !== null
  const gaveUp = before?.status === 'past_due' && !isCanceled
  const isUnpaid = status === 'ended' && (gaveUp || (await isExhausted(tx, id)))
  return isUnpaid ? [providerNames[provider]] : []
}

/** Mails that a subscription has ended, and which plan the account has now. */
export async function mailEnded(
  tx: Tx,
  subscription: SubscriptionRow,
  { plan, unpaid }: Ended,
): Promise<void> {
  const account = await findUser(tx, subscription.user_id)
  if (!account) return
  const excess = account.plan === freePlan ? await excessOf(tx, account.id) : undefined
  await queueMail(tx, 'subscriptionEnded', {
    to: account.email,
    variables: {
      plan,
      unpaid,
      other: await nameOther(tx, subscription),
      now: await planDisplayName(tx, account.plan),
      projects: excess?.projects.length ?? 0,
      people: excess?.people.length ?? 0,
    },
  })
}
