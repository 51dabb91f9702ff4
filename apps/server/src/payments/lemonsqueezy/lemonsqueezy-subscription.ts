import type { SubscriptionStatus } from '@envhold/contract/billing/payments.ts'
import { z } from 'zod'
import { PaymentError } from '../payment-error.ts'
import type { ProviderSubscription } from '../provider.ts'
import { isoTime, pageUrl, shortText } from '../translation/answer-schema.ts'
import { type SendRequest, unlessMissing } from './lemonsqueezy-request.ts'

/** `cancelled` depends on the time: see below. */
const statuses: ReadonlyMap<string, SubscriptionStatus> = new Map([
  ['on_trial', 'trialing'],
  ['active', 'active'],
  ['past_due', 'past_due'],
  ['paused', 'paused'],
  ['pause', 'paused'],
  ['unpaid', 'ended'],
  ['expired', 'ended'],
])

/** Every id of lemonsqueezy that we send. Any other text could change the path of a request. */
export const isLemonsqueezyId = (id: string): boolean => /^[1-9]\d{0,15}$/.test(id)

/** Answers have ids as numbers within attributes. */
export const numericId = z.int().positive().transform(String)

const subscriptionAnswer = z.object({
  data: z.object({
    id: shortText,
    attributes: z.object({
      status: shortText,
      variant_id: numericId,
      customer_id: numericId,
      renews_at: isoTime.nullable(),
      ends_at: isoTime.nullable(),
      test_mode: z.boolean(),
      urls: z.object({ customer_portal: pageUrl }),
    }),
  }),
})

type LemonsqueezySubscription = z.infer<typeof subscriptionAnswer>['data']

export const parseLemonsqueezySubscription = (answer: unknown): LemonsqueezySubscription =>
  subscriptionAnswer.parse(answer).data

/**
 * A cancelled subscription is paid for until `ends_at`, and can be resumed until then. lemonsqueezy does not say when
 * the period started, what the interval is, or what our checkout was: webhooks alone name the checkout.
 */
export function translateSubscription(found: LemonsqueezySubscription, now: number): ProviderSubscription {
  const { status: word, ends_at, renews_at, ...attributes } = found.attributes
  const isCanceled = word === 'cancelled'
  const runsUntil = isCanceled && ends_at !== null && ends_at > now ? ends_at : null
  const canceledStatus = runsUntil === null ? 'ended' : 'active'
  const known = isCanceled ? canceledStatus : statuses.get(word)
  const status = known ?? 'pending'
  return {
    id: found.id,
    customerId: attributes.customer_id,
    status,
    ...(known ? {} : { unknownStatus: word }),
    priceRef: attributes.variant_id,
    interval: null,
    periodStart: null,
    periodEnd: runsUntil ?? renews_at,
    cancelAt: runsUntil,
    endedAt: status === 'ended' ? ends_at : null,
    checkoutId: null,
    testMode: attributes.test_mode,
  }
}

/** The subscription as lemonsqueezy answers it; undefined where it knows none. */
export async function findLemonsqueezySubscription(
  send: SendRequest,
  id: string,
): Promise<LemonsqueezySubscription | undefined> {
  const answer = isLemonsqueezyId(id) ? await unlessMissing(send('GET', `subscriptions/${id}`)) : undefined
  return answer === undefined ? undefined : parseLemonsqueezySubscription(answer)
}

/** @throws PaymentError rejected, where lemonsqueezy knows no such subscription */
export async function requireLemonsqueezySubscription(
  send: SendRequest,
  id: string,
): Promise<LemonsqueezySubscription> {
  const found = await findLemonsqueezySubscription(send, id)
  if (!found) throw new PaymentError('rejected', 'lemonsqueezy', 404)
  return found
}
