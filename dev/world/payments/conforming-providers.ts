// The five payment providers as one test sees them: our provider code, with its SDK, against the provider or its fake.

import type { SandboxAction } from '@envhold/contract/billing/sandbox.ts'
import { createDodo } from '../../../apps/server/src/payments/dodo/dodo.ts'
import { createLemonsqueezy } from '../../../apps/server/src/payments/lemonsqueezy/lemonsqueezy.ts'
import { createPolar } from '../../../apps/server/src/payments/polar/polar.ts'
import type {
  CreateProvider,
  PaymentProvider,
  WebhookEvent,
  WebhookHeaders,
} from '../../../apps/server/src/payments/provider.ts'
import { createStripe } from '../../../apps/server/src/payments/stripe/stripe.ts'
import { type Fake, type FakeId, fakeIds, starters } from './every-fake.ts'
import { createFakeClock } from './fake-clock.ts'
import { startSandboxWorld } from './sandbox-world.ts'
import { startWebhookReceiver } from './webhook-receiver.ts'

/** What happens at the provider, without a call of ours. */
export type ProviderEvent = 'renew' | 'failRenewal' | 'recover' | 'refund' | 'endPeriod'

interface OtherPrice {
  readonly priceRef: string
  readonly interval: 'monthly' | 'yearly'
  readonly amount: number
}

export interface ConformingProvider {
  readonly provider: PaymentProvider
  readonly accountId: number
  readonly priceRef: string
  /** The same plan by the year, and a larger one by the month, with what they cost. */
  readonly yearly: OtherPrice
  readonly larger: OtherPrice
  /** Where a checkout may lead back to. */
  readonly page: string
  readonly now: () => number
  /** What an invoice of one month says. */
  readonly invoice: { readonly total: number; readonly tax: number; readonly currency: string }
  /** Lets time pass. */
  readonly wait: (ms: number) => void
  /** Makes the next payments fail, where the provider can. */
  readonly declineCards?: () => void
  /** Presses a button of the checkout at this URL. @returns where it leads */
  readonly pressInCheckout: (url: string, button: 'pay' | 'decline') => Promise<string>
  readonly pressInPortal: (url: string, id: string, button: 'cancel' | 'resume') => Promise<void>
  readonly play: (id: string, event: ProviderEvent) => Promise<void>
  /** Refunds some cents of the latest invoice. The sandbox refunds all or nothing. */
  readonly refundPart?: (id: string, amount: number) => Promise<void>
  /** What the webhooks since the last call are about. */
  readonly webhooks: () => Promise<WebhookEvent[]>
  readonly stop: () => Promise<void>
}

const creators: Readonly<Record<FakeId, CreateProvider>> = {
  stripe: createStripe,
  dodo: createDodo,
  lemonsqueezy: createLemonsqueezy,
  polar: createPolar,
}

const readWebhook = (
  provider: PaymentProvider,
  body: Uint8Array,
  sent: Readonly<Record<string, string | string[] | undefined>>,
) => {
  const entries = provider.webhookHeaders.map((name) => [name, sent[name]?.toString()])
  return provider.readWebhook(body, Object.fromEntries(entries) as WebhookHeaders)
}

async function startRemote(id: FakeId): Promise<ConformingProvider> {
  const clock = createFakeClock()
  const fake: Fake = await starters[id]({ clock })
  const receiver = await startWebhookReceiver()
  fake.webhooks.url = receiver.url
  const provider = creators[id](fake.settings, { fetch, clock: clock.now })
  const press = async (url: string) => {
    const { headers } = await fetch(url, { method: 'POST', redirect: 'manual' })
    return headers.get('location') ?? ''
  }
  return {
    provider,
    accountId: 7,
    priceRef: fake.prices[0]?.ref ?? '',
    yearly: { priceRef: fake.prices[1]?.ref ?? '', interval: 'yearly', amount: 9_000 },
    larger: { priceRef: fake.prices[2]?.ref ?? '', interval: 'monthly', amount: 2_900 },
    wait: clock.advance,
    declineCards: () => {
      fake.isCardDeclined = true
    },
    page: 'http://localhost:4680/subscription',
    now: clock.now,
    invoice: { total: 1_080, tax: 180, currency: 'EUR' },
    pressInCheckout: (url, button) => press(`${url}/${button}`),
    pressInPortal: async (url, subscription, button) =>
      void (await press(new URL(`/__portal/${subscription}/${button}`, url).href)),
    play: async (subscription, event) => fake[event](subscription),
    refundPart: async (subscription, amount) => fake.refundPart(subscription, amount),
    webhooks: async () => {
      receiver.received.length = 0
      await fake.webhooks.deliver()
      return Promise.all(
        receiver.received.map(({ rawBody, headers }) => readWebhook(provider, rawBody, headers)),
      )
    },
    stop: async () => {
      await Promise.all([fake.server.stop(), receiver.stop()])
    },
  }
}

const actions: Readonly<Record<Exclude<ProviderEvent, 'endPeriod'>, SandboxAction>> = {
  renew: 'renew',
  failRenewal: 'fail_renewal',
  recover: 'pay',
  refund: 'refund',
}

async function startSandbox(): Promise<ConformingProvider> {
  const { app, owner, provider: find, delivered, answer, act, stop } = await startSandboxWorld('sqlite')
  const provider = await find()
  const idOf = (url: string) => new URL(url).pathname.split('/').at(-1) ?? ''
  return {
    provider,
    accountId: owner.userId,
    priceRef: 'pro-monthly',
    yearly: { priceRef: 'pro-yearly', interval: 'yearly', amount: 5_000 },
    larger: { priceRef: 'team-monthly', interval: 'monthly', amount: 2_900 },
    wait: (ms) => app.advance(ms),
    page: `${app.ctx.config.publicUrl}/subscription`,
    now: app.ctx.clock,
    invoice: { total: 500, tax: 0, currency: 'USD' },
    pressInCheckout: async (url, button) => (await answer(idOf(url), button)).url,
    pressInPortal: async (url, _, button) => void (await act(idOf(url), button)),
    play: async (id, event) => {
      if (event !== 'endPeriod') return void (await act(id, actions[event]))
      const { periodEnd } = (await provider.getSubscription(id)) ?? {}
      app.advance((periodEnd ?? 0) - app.ctx.clock())
    },
    webhooks: () =>
      Promise.all(delivered.splice(0).map(({ body, headers }) => readWebhook(provider, body, headers))),
    stop,
  }
}

/** Starts each of them, by its id. */
export const conformingProviders: readonly (readonly [
  id: string,
  start: () => Promise<ConformingProvider>,
])[] = [...fakeIds.map((id) => [id, () => startRemote(id)] as const), ['sandbox', startSandbox]]
