/**
 * The built-in provider. It takes no money: its checkout, portal and invoices are pages of this instance, and its state
 * is in the sandbox tables and advances with the clock when it is read. Everything that a provider can do to a
 * subscription can be tried with it.
 */
import type { SandboxAction } from '@envhold/contract/billing/sandbox.ts'
import type { DbContext } from '../../context.ts'
import { PaymentError } from '../payment-error.ts'
import type { CheckoutRequest, CreateProvider, Invoice, ProviderSubscription } from '../provider.ts'
import { repriceOf, type SandboxSubscription } from './sandbox-life.ts'
import {
  closeSandboxCheckout,
  findCheckout,
  findSandboxInvoice,
  insertCheckout,
  listSandboxInvoices,
  newSandboxId,
  type SandboxInvoice,
  setReturnUrl,
  setSandboxPrice,
} from './sandbox-store.ts'
import {
  actOnSandbox,
  changeSandboxPlan,
  readSandboxSubscription,
  readSandboxWebhook,
} from './sandbox-subscription.ts'

const checkoutMs = 60 * 60_000

const notFound = () => new PaymentError('rejected', 'sandbox', 404)

const described = (subscription: SandboxSubscription): ProviderSubscription => ({
  id: subscription.id,
  customerId: null,
  status: subscription.status,
  priceRef: subscription.price_ref,
  price: { amount: subscription.total, currency: 'USD' },
  scheduledPriceRef: null,
  interval: subscription.billing_interval,
  periodStart: subscription.period_start,
  periodEnd: subscription.period_end,
  cancelAt: subscription.cancel_at,
  endedAt: subscription.ended_at,
  checkoutId: subscription.checkout_id,
  testMode: true,
})

const invoiceOf = ({ id, number, status, total, refunded, created_at }: SandboxInvoice): Invoice => ({
  id,
  number,
  status,
  total,
  tax: 0,
  refunded,
  currency: 'USD',
  createdAt: created_at,
})

type SandboxDeps = DbContext<'engine' | 'clock' | 'config'>

const newCheckout = (request: CheckoutRequest, now: number) => ({
  id: newSandboxId(),
  user_id: request.accountId,
  checkout_id: request.checkoutId,
  price_ref: request.priceRef,
  billing_interval: request.interval,
  total: request.amount,
  success_url: request.successUrl,
  cancel_url: request.cancelUrl,
  subscription_id: null,
  created_at: now,
  expires_at: now + checkoutMs,
})

export const createSandbox =
  (deps: SandboxDeps): CreateProvider =>
  ({ testMode, webhookSecret }) => {
    const page = (kind: 'checkout' | 'portal' | 'invoice', id: string) =>
      `${deps.config.publicUrl}/${kind}/sandbox/${id}`
    const read = (id: string) => readSandboxSubscription(deps, id, testMode)

    /** What holds already is a success. */
    const act = async (id: string, action: SandboxAction, holds: (now: SandboxSubscription) => boolean) => {
      const acted = await actOnSandbox(deps, { id, action, testMode })
      if (acted === 'done') return
      const now = await read(id)
      if (!now) throw notFound()
      if (!holds(now)) throw new PaymentError('rejected', 'sandbox')
    }

    return {
      id: 'sandbox',
      webhookHeaders: ['webhook-id', 'webhook-timestamp', 'webhook-signature'],
      testConnection: async () =>
        testMode
          ? { success: true, message: 'The sandbox is built in and takes no money.' }
          : { success: false, message: 'The sandbox can only be used in test mode.' },
      createCheckout: async (request) => {
        if (!testMode) throw new PaymentError('misconfigured', 'sandbox')
        const checkout = newCheckout(request, deps.clock())
        await insertCheckout(deps, checkout)
        return { sessionId: checkout.id, url: page('checkout', checkout.id), expiresAt: checkout.expires_at }
      },
      expireCheckout: (sessionId) => closeSandboxCheckout(deps, sessionId, { expires_at: deps.clock() }),
      findByCheckout: async ({ sessionId, accountId }) => {
        const checkout = await findCheckout(deps, sessionId)
        if (!checkout?.subscription_id || checkout.user_id !== accountId) return undefined
        const subscription = await read(checkout.subscription_id)
        return subscription && described(subscription)
      },
      getSubscription: async (id) => {
        const subscription = await read(id)
        return subscription && described(subscription)
      },
      listInvoices: async ({ id }) => {
        await read(id)
        return (await listSandboxInvoices(deps, id)).map(invoiceOf)
      },
      invoiceUrl: async (invoiceId, { id }) => {
        const invoice = await findSandboxInvoice(deps, invoiceId)
        return invoice?.subscription_id === id ? page('invoice', invoiceId) : undefined
      },
      cancelAtPeriodEnd: (id) =>
        act(id, 'cancel', ({ status, cancel_at }) => status === 'ended' || cancel_at !== null),
      resume: (id) => act(id, 'resume', ({ status, cancel_at }) => status === 'active' && cancel_at === null),
      cancelNow: (id) => act(id, 'end', ({ status }) => status === 'ended'),
      previewChange: async (id, change) => {
        const subscription = await read(id)
        if (!subscription) throw notFound()
        const { dueNow, subscription: changed } = repriceOf(subscription, change)
        return {
          starts: 'now',
          dueNow,
          nextAmount: change.amount,
          nextAt: changed.period_end,
          currency: 'USD',
        }
      },
      setRenewalPrice: async (id, price) => {
        if (!(await setSandboxPrice(deps, id, price.amount))) throw notFound()
      },
      changePlan: async (id, change) => {
        const acted = await changeSandboxPlan(deps, { id, change, testMode })
        if (acted === 'not_found') throw notFound()
        if (acted === 'makes_no_sense') throw new PaymentError('rejected', 'sandbox')
      },
      portalUrl: async ({ id }, { returnUrl }) => {
        if (!(await setReturnUrl(deps, id, returnUrl))) throw notFound()
        return page('portal', id)
      },
      readWebhook: async (body, headers) =>
        readSandboxWebhook(webhookSecret, { body, headers }, deps.clock()),
    }
  }
