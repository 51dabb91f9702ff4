import { providerNames } from '@envhold/contract/billing/payments.ts'
import { queueMail } from '../../../mail/queue-mail.ts'
import type { Tx } from '../../audit-log/tx.ts'
import { planDisplayName } from '../../plans/plan-store.ts'
import { planWithout } from '../subscriptions/other-subscriptions.ts'
import { findUnpaidInvoice, type SubscriptionRow } from '../subscriptions/subscription-store.ts'
import { findActiveDunning } from './dunning-store.ts'
import { endsAt, triesLeft } from './schedule.ts'

/** Mails which payment failed, how often it is tried again, and when the subscription ends. */
export async function mailFailedPayment(tx: Tx, to: string, subscription: SubscriptionRow): Promise<void> {
  const dunning = await findActiveDunning(tx, subscription.id)
  if (!dunning) return
  const next = dunning.next_at ?? tx.clock()
  const ends = Math.min(endsAt(dunning, next), subscription.cancel_at ?? Number.MAX_SAFE_INTEGER)
  const invoice = await findUnpaidInvoice(tx, subscription)
  await queueMail(tx, 'paymentFailed', {
    to,
    variables: {
      plan: await planDisplayName(tx, subscription.plan),
      provider: providerNames[subscription.provider],
      next,
      left: triesLeft(dunning),
      tries: dunning.tries,
      ends,
      follows: await planDisplayName(tx, await planWithout(tx, subscription, ends)),
      total: invoice?.total ?? 0,
      currency: invoice?.currency ?? 'USD',
      invoice: invoice?.number ? [invoice.number] : [],
    },
  })
}
