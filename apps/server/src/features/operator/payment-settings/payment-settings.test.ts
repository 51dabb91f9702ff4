import type { ProviderId } from '@envhold/contract/billing/payments.ts'
import * as contract from '@envhold/contract/operator/payment-settings.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addPerson } from '../../../../../../dev/world/add-person.ts'
import { anotherNode } from '../../../../../../dev/world/another-node.ts'
import { forEachEngine } from '../../../../../../dev/world/app-for-tests.ts'
import { activityOf } from '../../../../../../dev/world/events-of.ts'
import { type PayingApp, startPayingApp } from '../../../../../../dev/world/payments/paying-app.ts'
import type { Person } from '../../../../../../dev/world/sign-up.ts'
import { PaymentError } from '../../../payments/payment-error.ts'
import { readPaymentSettings } from '../../../payments/settings/payment-settings.ts'
import { readAllSettings } from '../../../payments/settings/payment-settings-store.ts'
import { insertEvent } from '../../billing/webhooks/webhook-event-store.ts'

const newKey = 'sk_test_very_secret_1234'

forEachEngine((engine) => {
  let world: PayingApp
  let operator: Person
  let node: { readonly url: string; readonly stop: () => Promise<void> }
  beforeAll(async () => {
    world = await startPayingApp(engine, ['stripe', 'dodo'])
    operator = await addPerson(world.app)
    node = engine === 'postgres' ? await anotherNode(world.app) : { url: world.app.url, stop: async () => {} }
  })
  afterAll(async () => {
    await node.stop()
    await world.stop()
  })

  const read = async () => await operator.client.call(contract.readPaymentConfig, {})
  const providerOf = ({ providers }: contract.PaymentConfig, id: ProviderId) => {
    const provider = providers.find((provider) => provider.id === id)
    if (!provider) throw new Error(`${id} is missing`)
    return provider
  }
  /** Sends the whole configuration back, with a change. */
  const save = async (change: (config: contract.PaymentConfig) => void, known?: contract.PaymentConfig) => {
    const config = structuredClone(known ?? (await read()))
    change(config)
    return await operator.client.call(contract.updatePaymentConfig, { body: config })
  }
  const stored = async () => readPaymentSettings(await readAllSettings(world.app.ctx)).providers
  const events = async () =>
    (await activityOf(world.app)).filter(({ event_type }) => event_type === 'payment_settings_changed')

  test('secrets are written and never read; a mask sent back leaves them', async () => {
    const before = await stored()
    const recorded = (await events()).length
    const unchanged = await save(() => {})
    expect(await stored()).toEqual(before)
    expect(await events()).toHaveLength(recorded)
    expect(providerOf(unchanged, 'sandbox').config).toMatchObject({ apiKey: '', webhookSecret: '' })

    const changed = await save((config) => {
      providerOf(config, 'stripe').config.apiKey = newKey
      providerOf(config, 'stripe').config.automaticTax = true
    })
    expect(providerOf(changed, 'stripe').config).toMatchObject({ apiKey: '••••1234', automaticTax: true })
    expect((await stored()).stripe).toEqual({ ...before.stripe, apiKey: newKey, automaticTax: true })
    expect((await events()).slice(recorded)).toMatchObject([
      { description: 'apiKey of stripe was set', user_id: operator.userId, severity: 'high' },
      { description: 'automaticTax of stripe was switched on' },
    ])
    const visible = JSON.stringify([changed, await read(), await events(), world.app.logged()])
    for (const secret of [newKey, before.stripe.webhookSecret, before.dodo.apiKey])
      expect(visible).not.toContain(secret)

    await save((config) => {
      providerOf(config, 'polar').config.organizationId = 'org_1'
      providerOf(config, 'stripe').config.apiKey = before.stripe.apiKey
    })
    await save((config) => {
      providerOf(config, 'polar').config.organizationId = ''
    })
    expect((await events()).at(-1)).toMatchObject({ description: 'organizationId of polar was removed' })
  })

  test('settings hold on other nodes with their next call', async () => {
    const offers = async () =>
      (await (await fetch(`${node.url}/api/subscriptions/plans`)).json()) as {
        test_mode: boolean
        default_provider: string
        providers: { id: string }[]
      }
    expect(await offers()).toMatchObject({ test_mode: true, default_provider: 'stripe' })
    const config = await save((next) => {
      next.defaultProvider = 'dodo'
      next.testMode = false
    })
    expect(providerOf(config, 'dodo').config.environment).toBe('production')
    expect(await offers()).toMatchObject({ test_mode: false, default_provider: 'dodo' })
    expect((await offers()).providers.map(({ id }) => id)).not.toContain('sandbox')
    // The sandbox shows as inactive meanwhile, and comes back with test mode.
    await save((next) => {
      next.defaultProvider = 'stripe'
      next.testMode = true
    })
    expect((await offers()).providers.map(({ id }) => id)).toContain('sandbox')
  })

  test('what cannot be is rejected, and nothing of it is stored', async () => {
    const before = await read()
    const invalid = { status: 400 }
    await expect(
      save((config) => {
        providerOf(config, 'polar').isActive = true
        config.enableAutoFallback = false
      }),
    ).rejects.toMatchObject({ ...invalid, message: expect.stringContaining('Set apiKey') })
    await expect(
      save((config) => {
        config.defaultProvider = 'polar'
      }),
    ).rejects.toMatchObject({ ...invalid, message: 'Polar is not active' })
    await expect(
      save((config) => {
        providerOf(config, 'stripe').config.apiKey = 'has a space'
      }),
    ).rejects.toMatchObject(invalid)
    expect(await read()).toEqual(before)
  })

  test('a change over another one that was not read is rejected', async () => {
    const old = await read()
    await save((config) => {
      config.enableAutoFallback = !config.enableAutoFallback
    })
    await expect(
      save((config) => {
        config.defaultProvider = 'dodo'
      }, old),
    ).rejects.toMatchObject({ status: 412 })
  })

  test('a connection is tried with the stored settings, and failures are shown with their time', async () => {
    const run = (providerId: ProviderId) =>
      operator.client.call(contract.testPaymentProvider, { params: { providerId }, body: {} })
    expect(await run('stripe')).toMatchObject({ success: true })
    expect(await run('lemonsqueezy')).toEqual({ success: false, message: 'Lemon Squeezy has no API key.' })
    await save((config) => {
      providerOf(config, 'dodo').config.apiKey = 'not-the-key-of-dodo'
    })
    const failed = await run('dodo')
    expect(failed.success).toBe(false)
    expect(failed.message).not.toContain('not-the-key')
    await world.app.ctx.payments.noteFailure(new PaymentError('unavailable', 'dodo', 503))
    expect(providerOf(await read(), 'dodo').lastError).toEqual({
      text: 'unavailable (503)',
      at: expect.stringMatching(/Z$/),
    })
  })

  test('a connection is tried with what is typed, and nothing is stored', async () => {
    const { config } = providerOf(await read(), 'stripe')
    const run = (change: object, testMode?: boolean) =>
      operator.client.call(contract.testPaymentProvider, {
        params: { providerId: 'stripe' },
        body: { config: { ...config, ...change }, testMode },
      })
    const before = await read()
    // A mask stands for the stored key.
    expect(await run({})).toMatchObject({ success: true })
    const failed = await run({ apiKey: 'sk_test_not_of_stripe' })
    expect(failed.success).toBe(false)
    expect(failed.message).not.toContain('sk_test_not')
    expect(await run({ apiKey: '' })).toEqual({ success: false, message: 'Stripe has no API key.' })
    expect(await read()).toEqual(before)
    await expect(run({ apiKey: 'with a space' })).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
  })

  test('each provider has the address of its webhooks, and the newest of its events', async () => {
    const { ctx } = world.app
    const event = { about: 'other', subscription_id: null, customer_id: null, checkout_id: null } as const
    const at = ctx.clock()
    for (const [event_id, type, received_at] of [
      ['older', 'invoice.paid', at - 2_000],
      ['newer', 'charge.refunded', at - 1_000],
    ] as const)
      await insertEvent(ctx, { ...event, provider: 'polar', event_id, type, received_at })
    const config = await read()
    expect(providerOf(config, 'polar').webhook).toEqual({
      url: `${ctx.config.publicUrl}/api/webhooks/polar`,
      lastEvent: { type: 'charge.refunded', at: new Date(at - 1_000).toISOString() },
    })
    expect(providerOf(config, 'lemonsqueezy').webhook).toMatchObject({ lastEvent: null })
    expect(providerOf(config, 'sandbox').webhook).toBe(null)
  })
})
