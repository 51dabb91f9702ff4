// A payment provider in memory, for histories that are too many to play over HTTP: what a provider does to a
// subscription, and the events it sends about that. Its events are `{id, about, subscription}` in JSON.

import { randomBytes } from 'node:crypto'
import type { SubscriptionStatus } from '@envhold/contract/billing/payments.ts'
import { BadSignatureError } from '../../../apps/server/src/payments/payment-error.ts'
import type {
  CheckoutRequest,
  Invoice,
  PaymentProvider,
  ProviderSubscription,
} from '../../../apps/server/src/payments/provider.ts'

const monthMs = 30 * 86_400_000

export type ModelAct =
  | 'renew'
  | 'change'
  | 'schedule'
  | 'fail'
  | 'recover'
  | 'cancel'
  | 'resume'
  | 'end'
  | 'pause'
  | 'unpause'
  | 'revive'
export const modelActs: readonly ModelAct[] = [
  'renew',
  'change',
  'schedule',
  'fail',
  'recover',
  'cancel',
  'resume',
  'end',
  'pause',
  'unpause',
  'revive',
]

/** What the model sells, as references of a provider's prices. */
export const modelPrices = { monthly: 'price_pro', yearly: 'price_pro_yearly' } as const

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] }

export interface ModelProvider {
  readonly provider: PaymentProvider
  /** Subscriptions as they are at the provider. */
  readonly subscriptions: ReadonlyMap<string, ProviderSubscription>
  /** Events in the order in which they happened, as the bodies of webhooks. */
  readonly events: Uint8Array[]
  /** Pays the newest checkout. @returns the subscription's id */
  pay(): string
  /** Does something to a subscription, if it makes sense now. */
  act(id: string, act: ModelAct): void
}

/** @param beforeCall runs before each call of the provider, and may throw */
export function createModelProvider(clock: () => number, beforeCall: () => void = () => {}): ModelProvider {
  const checkouts: CheckoutRequest[] = []
  const subscriptions = new Map<string, Mutable<ProviderSubscription>>()
  const invoices = new Map<string, Invoice[]>()
  const events: Uint8Array[] = []
  const instance = randomBytes(6).toString('hex')
  let count = 0
  const newId = (kind: string) => `${kind}_${instance}_${++count}`

  const emit = (about: 'subscription' | 'invoice', subscription: string) =>
    events.push(Buffer.from(JSON.stringify({ id: newId('evt'), about, subscription })))

  const invoice = (id: string) => {
    invoices.set(id, [
      ...(invoices.get(id) ?? []),
      {
        id: newId('in'),
        number: `N-${count}`,
        status: 'paid',
        total: 500,
        tax: 0,
        refunded: 0,
        currency: 'USD',
        createdAt: clock(),
      },
    ])
    emit('invoice', id)
  }

  const nextPeriod = (subscription: Mutable<ProviderSubscription>) => {
    subscription.periodStart = subscription.periodEnd
    subscription.periodEnd = (subscription.periodEnd ?? clock()) + monthMs
    invoice(subscription.id)
  }

  const become = (subscription: Mutable<ProviderSubscription>, status: SubscriptionStatus) => {
    subscription.status = status
    subscription.endedAt = status === 'ended' ? clock() : null
    if (status === 'ended') subscription.cancelAt = null
    emit('subscription', subscription.id)
  }

  const called = <T>(answer: () => T): Promise<T> => {
    beforeCall()
    return Promise.resolve(answer())
  }
  const setPrice = (subscription: Mutable<ProviderSubscription>, priceRef: string) => {
    if (subscription.priceRef === priceRef) return
    subscription.priceRef = priceRef
    subscription.scheduledPriceRef = null
    subscription.interval = priceRef === modelPrices.yearly ? 'yearly' : 'monthly'
    invoice(subscription.id)
    emit('subscription', subscription.id)
  }
  const otherPrice = ({ priceRef }: ProviderSubscription) =>
    priceRef === modelPrices.yearly ? modelPrices.monthly : modelPrices.yearly
  const acts: Record<ModelAct, (subscription: Mutable<ProviderSubscription>) => void> = {
    renew: (subscription) => {
      if (subscription.status !== 'active' || subscription.cancelAt !== null) return
      if (subscription.scheduledPriceRef !== null) setPrice(subscription, subscription.scheduledPriceRef)
      nextPeriod(subscription)
      emit('subscription', subscription.id)
    },
    change: (subscription) => {
      if (subscription.status === 'active') setPrice(subscription, otherPrice(subscription))
    },
    schedule: (subscription) => {
      if (subscription.status !== 'active') return
      subscription.scheduledPriceRef = otherPrice(subscription)
      emit('subscription', subscription.id)
    },
    fail: (subscription) => {
      if (subscription.status === 'active') become(subscription, 'past_due')
    },
    recover: (subscription) => {
      if (subscription.status !== 'past_due') return
      nextPeriod(subscription)
      become(subscription, 'active')
    },
    cancel: (subscription) => {
      if (!['active', 'past_due'].includes(subscription.status)) return
      subscription.cancelAt = subscription.periodEnd
      emit('subscription', subscription.id)
    },
    resume: (subscription) => {
      subscription.cancelAt = null
      emit('subscription', subscription.id)
    },
    end: (subscription) => {
      if (subscription.status !== 'ended') become(subscription, 'ended')
    },
    pause: (subscription) => {
      if (subscription.status === 'active') become(subscription, 'paused')
    },
    unpause: (subscription) => {
      if (subscription.status === 'paused') become(subscription, 'active')
    },
    revive: (subscription) => {
      if (subscription.status !== 'ended') return
      nextPeriod(subscription)
      become(subscription, 'active')
    },
  }
  const act = (id: string, name: ModelAct) => {
    const subscription = subscriptions.get(id)
    if (subscription) acts[name](subscription)
  }

  const provider: PaymentProvider = {
    id: 'stripe',
    webhookHeaders: [],
    testConnection: () => called(() => ({ success: true, message: '' })),
    createCheckout: (request) =>
      called(() => {
        checkouts.push(request)
        return { sessionId: request.checkoutId, url: 'https://pay.example/checkout', expiresAt: null }
      }),
    findByCheckout: ({ checkoutId }) =>
      called(() => {
        const match = [...subscriptions.values()].find(
          (subscription) => subscription.checkoutId === checkoutId,
        )
        return match && { ...match }
      }),
    getSubscription: (id) =>
      called(() => {
        const subscription = subscriptions.get(id)
        return subscription && { ...subscription }
      }),
    listInvoices: ({ id }) => called(() => invoices.get(id) ?? []),
    invoiceUrl: () => called(() => 'https://pay.example/invoice'),
    cancelAtPeriodEnd: (id) => called(() => act(id, 'cancel')),
    resume: (id) => called(() => act(id, 'resume')),
    cancelNow: (id) => called(() => act(id, 'end')),
    portalUrl: () => called(() => 'https://pay.example/portal'),
    previewChange: () =>
      called(() => ({ starts: 'now', dueNow: 0, nextAmount: 500, nextAt: null, currency: 'USD' })),
    changePlan: (id, { priceRef }) =>
      called(() => {
        const subscription = subscriptions.get(id)
        if (subscription) setPrice(subscription, priceRef)
      }),
    setRenewalPrice: () => called(() => {}),
    retryPayment: () => called(() => {}),
    readWebhook: async (body) => {
      const text = Buffer.from(body).toString()
      if (!text.startsWith('{"id":"evt_')) throw new BadSignatureError()
      const { id, about, subscription } = JSON.parse(text) as Record<'id' | 'subscription', string> & {
        about: 'subscription' | 'invoice'
      }
      return { id, type: `${about}.changed`, about, subscriptionId: subscription }
    },
  }

  return {
    provider,
    subscriptions,
    events,
    pay: () => {
      const checkout = checkouts.at(-1)
      if (!checkout) throw new Error('There is no checkout to pay')
      const id = newId('sub')
      subscriptions.set(id, {
        id,
        customerId: `cus_${checkout.accountId}`,
        status: 'active',
        priceRef: checkout.priceRef,
        price: { amount: 500, currency: 'USD' },
        scheduledPriceRef: null,
        interval: checkout.interval,
        periodStart: clock(),
        periodEnd: clock() + monthMs,
        cancelAt: null,
        endedAt: null,
        checkoutId: checkout.checkoutId,
        testMode: true,
      })
      invoice(id)
      emit('subscription', id)
      return id
    },
    act,
  }
}
