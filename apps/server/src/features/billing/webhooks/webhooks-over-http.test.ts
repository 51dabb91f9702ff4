// Webhooks as strangers, providers and a second node send them to the running server.

import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { anotherNode } from '../../../../../../dev/world/another-node.ts'
import { type FakeId, fakeIds } from '../../../../../../dev/world/payments/every-fake.ts'
import {
  type Customer,
  type PayingApp,
  press,
  startPayingApp,
} from '../../../../../../dev/world/payments/paying-app.ts'
import { startWebhookReceiver } from '../../../../../../dev/world/payments/webhook-receiver.ts'
import { signSandboxWebhook } from '../../../payments/sandbox/sandbox-subscription.ts'
import { providerSettings } from '../../../payments/settings/payment-settings.ts'
import { readSettings } from '../../../payments/settings/payment-settings-store.ts'

type Sender = FakeId | 'sandbox'
interface Delivery {
  readonly body: Buffer
  readonly headers: Readonly<Record<string, string>>
}

const agent = new Agent({ keepAlive: true })
afterAll(() => agent.destroy())

/** Posts with these headers; a list of values is sent as several headers. */
const post = (
  url: string,
  sender: string,
  { body, headers }: { body: Buffer; headers: Readonly<Record<string, string | string[]>> },
): Promise<number> =>
  new Promise((resolve, reject) => {
    const sent = request(`${url}/api/webhooks/${sender}`, { method: 'POST', agent, headers }, (answer) => {
      text(answer).then(() => resolve(answer.statusCode ?? 0), reject)
    })
    sent.on('error', reject).end(body)
  })

/** What a fake sends next, as it would arrive here. */
async function capture(world: PayingApp, id: FakeId, modes: object = {}): Promise<Delivery[]> {
  const { webhooks } = world.fake(id)
  const receiver = await startWebhookReceiver()
  const { url } = webhooks
  Object.assign(webhooks, { url: receiver.url, ...modes })
  await webhooks.deliver()
  Object.assign(webhooks, { url, wrongSecret: false, ageSeconds: 0 })
  await receiver.stop()
  return receiver.received.map(({ rawBody, headers }) => ({
    body: Buffer.from(rawBody),
    headers: Object.fromEntries(
      Object.entries(headers)
        .filter(([name]) => /signature|^webhook-|^content-type$|^x-event/.test(name))
        .map(([name, value]) => [name, String(value)]),
    ),
  }))
}

async function pay(world: PayingApp, customer: Customer, provider: FakeId): Promise<string> {
  const { checkoutUrl } = await customer.checkout({ provider })
  await press(checkoutUrl, 'pay')
  return world.fake(provider).subscriptionIds().at(-1) ?? ''
}

const storedEvents = ({ app }: PayingApp) => app.ctx.db.selectFrom('webhook_events').selectAll().execute()
const linesOf = ({ app }: PayingApp, message: string) =>
  app
    .logged()
    .split('\n')
    .filter((line) => line.includes(message))
const isSigned = (name: string) => /signature|^webhook-/.test(name)

const changed = (value: string, at: number): string => {
  const place = at % value.length
  return `${value.slice(0, place)}${value[place] === '7' ? '8' : '7'}${value.slice(place + 1)}`
}

type Alter = (
  genuine: Delivery,
  at: number,
) => { body: Buffer; headers: Readonly<Record<string, string | string[]>> }

const sendTwice: Alter = ({ body, headers }, at) => {
  const names = Object.keys(headers).filter(isSigned)
  const name = names[at % names.length] ?? ''
  return { body, headers: { ...headers, [name]: [headers[name] ?? '', headers[name] ?? ''] } }
}

/** Turn a genuine delivery into one that nobody has signed; `at` chooses the place. */
const alterations: readonly Alter[] = [
  ({ body, headers }, at) => {
    const altered = Buffer.from(body)
    altered[at % body.length] = (altered[at % body.length] ?? 0) ^ (1 << (at % 8))
    return { body: altered, headers }
  },
  ({ body, headers }, at) => ({ body: body.subarray(0, at % body.length), headers }),
  ({ body, headers }) => ({ body: Buffer.concat([body, Buffer.from(' ')]), headers }),
  ({ headers }) => ({ body: Buffer.alloc(0), headers }),
  ({ body, headers }, at) => {
    const names = Object.keys(headers).filter(isSigned)
    const { [names[at % names.length] ?? '']: _, ...left } = headers
    return { body, headers: left }
  },
  ({ body, headers }, at) => {
    const names = Object.keys(headers).filter(isSigned)
    const name = names[at % names.length] ?? ''
    return { body, headers: { ...headers, [name]: changed(headers[name] ?? '', at) } }
  },
  sendTwice,
]

describe('forged webhooks', () => {
  const runs = inject('longRuns') ? 1_000 : 60
  let world: PayingApp
  const genuine = new Map<Sender, readonly Delivery[]>()
  const forged = new Map<Sender, readonly Delivery[]>()
  beforeAll(async () => {
    world = await startPayingApp('sqlite')
    for (const id of fakeIds) {
      const start = async () => pay(world, await world.customer(), id)
      await start()
      genuine.set(id, await capture(world, id))
      await start()
      const bad = await capture(world, id, { wrongSecret: true })
      for (const ageSeconds of id === 'lemonsqueezy' ? [] : [400, -400]) {
        await start()
        bad.push(...(await capture(world, id, { ageSeconds })))
      }
      forged.set(id, bad)
      expect(world.fake(id).webhooks.pending).toBe(0)
    }
    const { ctx } = world.app
    await ctx.payments.find('sandbox')
    const { webhookSecret } = providerSettings.parse(JSON.parse((await readSettings(ctx, 'sandbox')) ?? '{}'))
    const signed = (age = 0): Delivery => {
      const event = {
        type: 'subscription.updated',
        data: { about: 'subscription' as const, subscription_id: 'a' },
      }
      const { body, headers } = signSandboxWebhook(webhookSecret, event, ctx.clock() - age * 1_000)
      return { body: Buffer.from(body), headers: headers as Record<string, string> }
    }
    genuine.set('sandbox', [signed()])
    forged.set('sandbox', [signed(400), signed(-400)])
  })
  afterAll(() => world.stop())

  const senders: readonly Sender[] = [...fakeIds, 'sandbox']

  test.each(senders)(
    `${runs} of %s are rejected, stored nowhere, and logged without their content`,
    async (id) => {
      const deliveries = genuine.get(id) ?? []
      const others = senders.filter((sender) => sender !== id).flatMap((sender) => genuine.get(sender) ?? [])
      const wrong = [...(forged.get(id) ?? []), ...others]
      const before = world.app.logged().length
      const statuses = new Map<number, number>()
      for (let index = 0; index < runs; index++) {
        if (index % 500 === 0) await world.app.ctx.db.deleteFrom('attempts').execute()
        const alter = alterations[index % (alterations.length + 1)]
        const start = deliveries[index % deliveries.length]
        const sent = alter && start ? alter(start, index * 7_919) : wrong[index % wrong.length]
        if (!sent) throw new Error('There is nothing to send')
        const status = await post(world.app.url, id, sent)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
      }
      expect(Object.fromEntries(statuses)).toEqual({ 401: runs })
      expect(await storedEvents(world)).toEqual([])
      const log = world.app.logged().slice(before)
      // A header that was sent twice is rejected before the provider's code sees the call.
      const doubled = Array.from(
        { length: runs },
        (_, offset) => alterations[offset % (alterations.length + 1)],
      ).filter((alter) => alter === sendTwice)
      expect(log.match(/a webhook was rejected/g)).toHaveLength(runs - doubled.length)
      for (const content of ['@example.com', 'checkout_id', 'customer', 'whsec', 'v1,'])
        expect(log).not.toContain(content)
    },
  )

  test('they use up nobody else’s deliveries', async () => {
    const [first] = genuine.get('polar') ?? []
    if (!first) throw new Error('There is no genuine delivery')
    const altered = { ...first, body: Buffer.from('{}') }
    const used = { identity: 'polar', window_start: world.app.ctx.clock(), count: 600 }
    await world.app.ctx.db.deleteFrom('attempts').execute()
    await world.app.ctx.db
      .insertInto('attempts')
      .values({ kind: 'webhook-forged', ...used })
      .execute()
    const lines = () => linesOf(world, 'a webhook was rejected').length
    const before = lines()
    expect(await post(world.app.url, 'polar', altered)).toBe(429)
    expect(lines()).toBe(before)
    expect(await post(world.app.url, 'polar', first)).toBe(200)
    await world.settle()
  })

  test('600 genuine ones a minute are taken from a provider', async () => {
    const [, second] = genuine.get('polar') ?? []
    if (!second) throw new Error('There is no second delivery')
    await world.app.ctx.db.deleteFrom('attempts').execute()
    const used = { identity: 'polar', window_start: world.app.ctx.clock(), count: 599 }
    await world.app.ctx.db
      .insertInto('attempts')
      .values({ kind: 'webhook', ...used })
      .execute()
    expect(await post(world.app.url, 'polar', second)).toBe(200)
    expect(await post(world.app.url, 'polar', second)).toBe(429)
    world.wait(61_000)
    expect(await post(world.app.url, 'polar', second)).toBe(200)
    await world.settle()
  })

  test.each(['acme', '__proto__', 'constructor', 'toString', 'STRIPE', '%2e%2e'])(
    'the provider %s is unknown',
    async (id) => {
      expect(await post(world.app.url, id, { body: Buffer.from('{}'), headers: {} })).toBe(404)
    },
  )

  test('256 KiB are read, and no more', async () => {
    const sized = (bytes: number) => ({ body: Buffer.alloc(bytes, 'a'), headers: {} })
    expect(await post(world.app.url, 'dodo', sized(256 * 1_024))).toBe(401)
    expect(await post(world.app.url, 'dodo', sized(257 * 1_024))).toBe(413)
  })
})

describe('genuine webhooks', () => {
  let world: PayingApp
  let ada: Customer
  let bob: Customer
  beforeAll(async () => {
    world = await startPayingApp('sqlite', ['stripe', 'dodo', 'lemonsqueezy'])
    ada = await world.customer()
    bob = await world.customer()
  })
  afterAll(() => world.stop())

  const eventsNow = async () => (await storedEvents(world)).length
  const subscriptionsOf = ({ userId }: Customer) =>
    world.app.ctx.db.selectFrom('subscriptions').selectAll().where('user_id', '=', userId).execute()
  /** Signs and delivers an event of our own making. */
  async function tell(id: FakeId, type: string, body: object): Promise<void> {
    const { webhooks } = world.fake(id)
    webhooks.queue({ id: `msg_${crypto.randomUUID()}`, type, body: JSON.stringify(body) })
    await world.deliver()
  }
  const states = async () => (await storedEvents(world)).map(({ state }) => state)

  test('one that a provider delivers again is answered, and stored once', async () => {
    await pay(world, ada, 'dodo')
    const deliveries = await capture(world, 'dodo')
    for (let time = 0; time < 3; time++)
      for (const delivery of deliveries) expect(await post(world.app.url, 'dodo', delivery)).toBe(200)
    await world.settle()
    expect(await eventsNow()).toBe(deliveries.length)
    expect(await ada.mails()).toEqual(['payment-receipt'])
    expect((await ada.events()).filter((type) => type === 'subscription_started')).toHaveLength(1)
  })

  test('one for a provider without settings finds nothing', async () => {
    expect(await post(world.app.url, 'polar', { body: Buffer.from('{}'), headers: {} })).toBe(404)
  })

  test('a subscription stays with its account, whatever checkout an event names', async () => {
    const [own] = await subscriptionsOf(ada)
    await bob.checkout({ provider: 'dodo' })
    const { id: checkoutOfBob } = await world.app.ctx.db
      .selectFrom('checkouts')
      .select('id')
      .where('user_id', '=', bob.userId)
      .executeTakeFirstOrThrow()
    await tell('dodo', 'subscription.active', {
      type: 'subscription.active',
      data: { subscription_id: own?.provider_id, metadata: { checkout_id: checkoutOfBob } },
    })
    expect((await subscriptionsOf(ada)).map(({ provider_id }) => provider_id)).toEqual([own?.provider_id])
    expect(await subscriptionsOf(bob)).toEqual([])
  })

  const startedByHand = async (id: 'dodo', checkoutId: string) => {
    const { server, settings, prices } = world.fake(id)
    const answer = await fetch(`${server.url}/checkouts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${settings.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        product_cart: [{ product_id: prices[0]?.ref, quantity: 1 }],
        customer: { email: bob.email, name: 'Bob' },
        metadata: { checkout_id: checkoutId },
        return_url: 'http://localhost/',
      }),
    })
    const { checkout_url } = (await answer.json()) as { checkout_url: string }
    await press(checkout_url, 'pay')
    await world.deliver()
  }

  test.each(['a checkout at another provider', 'no checkout of ours', 'a checkout that was paid already'])(
    'a subscription that names %s reaches nobody',
    async (which) => {
      await bob.checkout({ provider: 'stripe' })
      const rows = await world.app.ctx.db.selectFrom('checkouts').selectAll().execute()
      const ids: Record<string, string | undefined> = {
        'a checkout at another provider': rows.findLast(({ provider }) => provider === 'stripe')?.id,
        'a checkout that was paid already': rows.find(({ subscription_id }) => subscription_id !== null)?.id,
      }
      const before = linesOf(world, 'belongs to no checkout').length
      const known = (await states()).length
      await startedByHand('dodo', ids[which] ?? 'f'.repeat(32))
      expect((await states()).slice(known).filter((state) => state !== 'ignored')).toEqual([])
      expect((await states()).length).toBeGreaterThan(known)
      expect(linesOf(world, 'belongs to no checkout').length).toBeGreaterThan(before)
      expect(await subscriptionsOf(bob)).toEqual([])
      expect(await subscriptionsOf(ada)).toHaveLength(1)
    },
  )

  test('a subscription to what we do not sell reaches nobody, and is logged', async () => {
    const { checkoutUrl } = await bob.checkout({ provider: 'lemonsqueezy' })
    await press(checkoutUrl, 'pay')
    const lemon = world.fake('lemonsqueezy')
    const [id = ''] = lemon.subscriptionIds()
    lemon.overrides.set(id, { variant_id: 999 })
    const before = linesOf(world, 'belongs to no checkout').length
    await world.deliver()
    expect(await subscriptionsOf(bob)).toEqual([])
    expect(linesOf(world, 'belongs to no checkout').length).toBeGreaterThan(before)
    expect(await bob.mails()).toEqual([])
    // It counts as soon as it is a price of ours, with the next event.
    lemon.overrides.delete(id)
    lemon.renew(id)
    await world.deliver()
    expect(await subscriptionsOf(bob)).toMatchObject([{ provider_id: id, status: 'active', plan: 'pro' }])
  })

  test('where only webhooks name the checkout, any later one makes up for the first', async () => {
    const carol = await world.customer()
    const lemon = world.fake('lemonsqueezy')
    lemon.webhooks.drop = true
    const id = await pay(world, carol, 'lemonsqueezy')
    lemon.webhooks.drop = false
    await world.sweep('subscriptions')
    expect(await subscriptionsOf(carol)).toEqual([])
    lemon.renew(id)
    await world.deliver()
    expect(await subscriptionsOf(carol)).toMatchObject([{ provider_id: id, status: 'active', plan: 'pro' }])
    expect(await carol.mails()).toEqual(['payment-receipt', 'payment-receipt'])
  })

  test.each([
    ['now', 0],
    ['by a clock that was ahead', 30 * 86_400_000],
  ])('an event whose work was done, and that is due again %s, changes nothing more', async (_, aheadMs) => {
    const [mails, events] = [await ada.mails(), await ada.events()]
    const undone = { state: 'new', attempts: 1, next_attempt_at: world.app.ctx.clock() + aheadMs } as const
    await world.app.ctx.db.updateTable('webhook_events').set(undone).where('state', '=', 'done').execute()
    const [own] = await subscriptionsOf(ada)
    await tell('dodo', 'subscription.active', {
      type: 'subscription.active',
      data: { subscription_id: own?.provider_id },
    })
    expect(await states()).not.toContain('new')
    expect([await ada.mails(), await ada.events()]).toEqual([mails, events])
  })
})

test('two nodes that get the same event, and events of one payment, at once have one effect', async () => {
  const world = await startPayingApp('postgres', ['stripe', 'dodo'])
  const node = await anotherNode(world.app)
  try {
    for (const id of ['stripe', 'dodo'] as const)
      for (let round = 0; round < 3; round++) {
        const customer = await world.customer()
        await pay(world, customer, id)
        const deliveries = await capture(world, id)
        const both = deliveries.flatMap((delivery) => [
          post(world.app.url, id, delivery),
          post(node.url, id, delivery),
        ])
        expect(new Set(await Promise.all(both))).toEqual(new Set([200]))
        await world.settle()
        expect(await customer.mails()).toEqual(['payment-receipt'])
        expect(await customer.events()).toEqual(['subscription_started'])
      }
    expect(linesOf(world, 'webhook-events')).toEqual([])
  } finally {
    await node.stop()
    await world.stop()
  }
})
