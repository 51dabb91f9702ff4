// What all fake providers have: subscriptions, webhooks about them, pages, and a server. Each adds its words and HTTP.

import type { FakeClock } from './fake-clock.ts'
import { checkoutPage, portalPage } from './fake-life-pages.ts'
import { type FakeAnswer, type FakeServerOptions, startFakeServer } from './fake-server.ts'
import type {
  FakeBill,
  FakeChange,
  FakeCheckout,
  FakeInvoice,
  FakePrice,
  FakeSubscription,
} from './fake-subscription.ts'
import { createFakeSubscriptions, type FakeSubscriptionsOptions } from './fake-subscriptions.ts'
import { createWebhookSender, type SenderOptions, type WebhookMessage } from './webhook-sender.ts'

interface FakeSettings {
  readonly apiKey: string
  readonly webhookSecret: string
}

interface FakeWords<Settings extends FakeSettings> extends Omit<SenderOptions, 'secret'> {
  readonly clock: FakeClock
  readonly settings: Settings
  /** The refs of what is sold by the month and by the year, for 9 and 90 euros, and of a larger plan for 29 a month. */
  readonly refs: readonly [month: string, year: string, larger: string]
  readonly newId: FakeSubscriptionsOptions['newId']
  /** The types of the webhooks about each change. */
  readonly events: Readonly<Record<FakeChange, readonly string[]>>
  readonly message: (
    type: string,
    subscription: FakeSubscription,
    invoice: FakeInvoice | undefined,
  ) => WebhookMessage
  readonly missing: (id: string) => FakeAnswer
}

type FakeProvider = ReturnType<typeof createFakeProvider<FakeSettings>>

export function createFakeProvider<Settings extends FakeSettings>({
  clock,
  settings,
  refs,
  newId,
  events,
  message,
  missing,
  ...sender
}: FakeWords<Settings>) {
  const webhooks = createWebhookSender({ clock, secret: settings.webhookSecret, ...sender })
  const life = createFakeSubscriptions({
    clock,
    newId,
    onChange: (change, subscription, invoice) => {
      for (const type of events[change]) webhooks.queue(message(type, subscription, invoice))
    },
  })
  const prices: readonly FakePrice[] = [
    { ref: refs[0], interval: 'month', amount: 900 },
    { ref: refs[1], interval: 'year', amount: 9_000 },
    { ref: refs[2], interval: 'month', amount: 2_900 },
  ]
  const actOn =
    <Entity>(find: (id: string) => Entity | undefined) =>
    (id = '', act: (entity: Entity) => FakeAnswer): FakeAnswer => {
      const entity = find(id)
      return entity ? act(entity) : missing(id)
    }
  const { renew, failRenewal, recover, refund, refundPart, dispute, endPeriod } = life
  return {
    clock,
    webhooks,
    life,
    prices,
    settings: { ...settings, testMode: true, baseUrl: '' },
    /** Fields that replace those of a subscription in every answer. */
    overrides: new Map<string, object>(),
    /** Whether paying a failed payment again fails. */
    isCardDeclined: false,
    subscriptionIds: () => [...life.subscriptions.keys()],
    ...{ renew, failRenewal, recover, refund, refundPart, dispute, endPeriod },
    priceOf: (ref: unknown) => prices.find((price) => price.ref === ref),
    withCheckout: actOn<FakeCheckout>((id) => life.checkouts.get(id)),
    withSubscription: actOn<FakeSubscription>((id) => life.subscriptions.get(id)),
    withBill: actOn<FakeBill>((id) => life.bills().find(({ invoice }) => invoice.id === id)),
  }
}

/** Serves the API of a provider and its pages. */
export async function startFakeProvider<Provider extends FakeProvider>(
  provider: Provider,
  { routes, ...options }: FakeServerOptions,
) {
  const { life } = provider
  const all = [...routes, ...checkoutPage(life), ...portalPage(life)]
  const server = await startFakeServer({ routes: all, ...options })
  provider.settings.baseUrl = server.url
  return Object.assign(provider, { server })
}
