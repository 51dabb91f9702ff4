// The pages of fake providers whose checkouts and subscriptions fake-subscriptions.ts holds.

import { type FakeAnswer, type FakeRoute, route } from './fake-server.ts'
import type { FakeCheckout, FakeSubscription } from './fake-subscription.ts'
import type { FakeSubscriptions } from './fake-subscriptions.ts'

interface FakePage {
  readonly title: string
  readonly text: string
  /** Button texts, each with the path that it posts to. */
  readonly buttons: Readonly<Record<string, string>>
  /** Link texts, each with its URL. */
  readonly links?: Readonly<Record<string, string>>
}

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)

function renderFakePage({ title, text, buttons, links = {} }: FakePage): FakeAnswer {
  const forms = Object.entries(buttons).map(
    ([label, path]) =>
      `<form method="post" action="${escapeHtml(path)}"><button>${escapeHtml(label)}</button></form>`,
  )
  const anchors = Object.entries(links).map(
    ([label, url]) => `<p><a href="${escapeHtml(url)}">${escapeHtml(label)}</a></p>`,
  )
  const head = `<meta charset="utf-8"><title>${escapeHtml(title)}</title>`
  const main = `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>${forms.join('')}${anchors.join('')}`
  return {
    status: 200,
    body: `<!doctype html><html lang="en">${head}<body><main>${main}</main></body></html>`,
  }
}

/** After a button: the browser goes on to `url`. */
const redirectTo = (url: string): FakeAnswer => ({ status: 303, headers: { location: url } })

const closed: FakeAnswer = { status: 410, body: 'This checkout is closed.' }

/** Buttons: pay, decline, and cancel where the provider has a way back. */
export function checkoutPage(life: FakeSubscriptions): FakeRoute[] {
  const withOpen =
    (act: (checkout: FakeCheckout) => FakeAnswer): FakeRoute['answer'] =>
    ({ params: [id = ''] }) => {
      const checkout = life.checkouts.get(id)
      return checkout && life.isOpen(checkout) ? act(checkout) : closed
    }
  return [
    route(
      'GET',
      /\/__checkout\/([^/]+)/,
      withOpen(({ id, price, status, cancelUrl }) =>
        renderFakePage({
          title: 'Checkout',
          text: `${price.amount / 100} EUR a ${price.interval}${status === 'failed' ? ': your card was declined' : ''}`,
          buttons: { Pay: `/__checkout/${id}/pay`, Decline: `/__checkout/${id}/decline` },
          ...(cancelUrl ? { links: { Cancel: cancelUrl } } : {}),
        }),
      ),
    ),
    route(
      'POST',
      /\/__checkout\/([^/]+)\/pay/,
      withOpen((checkout) => {
        life.pay(checkout)
        return redirectTo(checkout.successUrl)
      }),
    ),
    route(
      'POST',
      /\/__checkout\/([^/]+)\/decline/,
      withOpen((checkout) => {
        checkout.status = 'failed'
        return redirectTo(`/__checkout/${checkout.id}`)
      }),
    ),
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
  const buttonsOf = ({ id, cancel_at }: FakeSubscription) => ({
    ...(cancel_at === null
      ? { [`Cancel ${id}`]: `/__portal/${id}/cancel` }
      : { [`Resume ${id}`]: `/__portal/${id}/resume` }),
    [`Fail the next renewal of ${id}`]: `/__portal/${id}/fail-next`,
  })
  return [
    route('GET', /\/__portal\/([^/]+)/, ({ params: [customerId], query }) => {
      const own = of(customerId).filter(({ status }) => status !== 'ended')
      const back = query.get('return_url')
      const lines = own.map(
        ({ id, status, cancel_at }) => `${id}: ${status}${cancel_at === null ? '' : ', ends'}`,
      )
      return renderFakePage({
        title: 'Your subscriptions',
        text: lines.join('; '),
        buttons: Object.assign({}, ...own.map(buttonsOf)),
        ...(back ? { links: { Back: back } } : {}),
      })
    }),
    route('POST', /\/__portal\/([^/]+)\/([^/]+)/, ({ params: [id = '', act = ''] }) => {
      const subscription = life.subscriptions.get(id)
      const apply = acts[act]
      if (!subscription || !apply || subscription.status === 'ended') return closed
      apply(life, subscription)
      return redirectTo(`/__portal/${subscription.checkout.customerId}`)
    }),
  ]
}
