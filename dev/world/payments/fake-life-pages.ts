// The pages of fake providers whose checkouts and subscriptions fake-subscriptions.ts holds.

import { redirectTo, renderFakePage } from './fake-page.ts'
import type { FakeAnswer, FakeRoute } from './fake-server.ts'
import type { FakeCheckout, FakeSubscription, FakeSubscriptions } from './fake-subscriptions.ts'

const closed: FakeAnswer = { status: 410, body: 'This checkout is closed.' }

/** Buttons: pay, decline, and cancel where the provider has a way back. */
export function checkoutPage(life: FakeSubscriptions): FakeRoute[] {
  const withOpen = (id: string | undefined, act: (checkout: FakeCheckout) => FakeAnswer): FakeAnswer => {
    const checkout = life.checkouts.get(id ?? '')
    return checkout && checkout.status !== 'paid' ? act(checkout) : closed
  }
  return [
    {
      method: 'GET',
      path: /\/__checkout\/([^/]+)/,
      answer: ({ params: [id] }) =>
        withOpen(id, ({ id, price, status, cancelUrl }) =>
          renderFakePage({
            title: 'Checkout',
            text: `${price.amount / 100} EUR a ${price.interval}${status === 'failed' ? ': your card was declined' : ''}`,
            buttons: { Pay: `/__checkout/${id}/pay`, Decline: `/__checkout/${id}/decline` },
            ...(cancelUrl ? { links: { Cancel: cancelUrl } } : {}),
          }),
        ),
    },
    {
      method: 'POST',
      path: /\/__checkout\/([^/]+)\/pay/,
      answer: ({ params: [id] }) =>
        withOpen(id, (checkout) => {
          life.pay(checkout)
          return redirectTo(checkout.successUrl)
        }),
    },
    {
      method: 'POST',
      path: /\/__checkout\/([^/]+)\/decline/,
      answer: ({ params: [id] }) =>
        withOpen(id, (checkout) => {
          checkout.status = 'failed'
          return redirectTo(`/__checkout/${checkout.id}`)
        }),
    },
  ]
}

const acts: Readonly<Record<string, (life: FakeSubscriptions, subscription: FakeSubscription) => void>> = {
  cancel: (life, subscription) => life.cancel(subscription),
  resume: (life, subscription) => life.resume(subscription),
  'fail-next': (_, subscription) => {
    subscription.failNextRenewal = true
  },
}

/** A customer's subscriptions, each with buttons: cancel, resume, fail the next renewal. */
export function portalPage(life: FakeSubscriptions): FakeRoute[] {
  const of = (customerId: string | undefined) =>
    [...life.subscriptions.values()].filter(({ checkout }) => checkout.customerId === customerId)
  const buttonsOf = ({ id, willEnd }: FakeSubscription) => ({
    ...(willEnd
      ? { [`Resume ${id}`]: `/__portal/${id}/resume` }
      : { [`Cancel ${id}`]: `/__portal/${id}/cancel` }),
    [`Fail the next renewal of ${id}`]: `/__portal/${id}/fail-next`,
  })
  return [
    {
      method: 'GET',
      path: /\/__portal\/([^/]+)/,
      answer: ({ params: [customerId], query }) => {
        const own = of(customerId).filter(({ status }) => status !== 'ended')
        const back = query.get('return_url')
        return renderFakePage({
          title: 'Your subscriptions',
          text: own.map(({ id, status, willEnd }) => `${id}: ${status}${willEnd ? ', ends' : ''}`).join('; '),
          buttons: Object.assign({}, ...own.map(buttonsOf)),
          ...(back ? { links: { Back: back } } : {}),
        })
      },
    },
    {
      method: 'POST',
      path: /\/__portal\/([^/]+)\/([^/]+)/,
      answer: ({ params: [id = '', act = ''] }) => {
        const subscription = life.subscriptions.get(id)
        const apply = acts[act]
        if (!subscription || !apply || subscription.status === 'ended') return closed
        apply(life, subscription)
        return redirectTo(`/__portal/${subscription.checkout.customerId}`)
      },
    },
  ]
}
