import * as contract from '@envhold/contract/billing/sandbox.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addPerson } from '../../../../../../dev/world/add-person.ts'
import { forEachEngine, type TestApp } from '../../../../../../dev/world/app-for-tests.ts'
import { type SandboxWorld, startSandboxWorld } from '../../../../../../dev/world/payments/sandbox-world.ts'
import type { Person } from '../../../../../../dev/world/sign-up.ts'
import { inTransaction } from '../../../db/transaction.ts'
import type { PaymentProvider } from '../../../payments/provider.ts'
import type { SignedWebhook } from '../../../payments/sandbox/sandbox-subscription.ts'
import { paymentSweeps, updateGeneralSettings } from '../../../payments/settings/payment-settings.ts'

const dayMs = 24 * 3_600_000

forEachEngine((engine) => {
  let world: SandboxWorld
  let app: TestApp
  let owner: Person
  let sandbox: PaymentProvider
  let delivered: SignedWebhook[]
  beforeEach(async () => {
    world = await startSandboxWorld(engine)
    ;({ app, owner, delivered } = world)
    sandbox = await world.provider()
  })
  afterEach(() => world.stop())

  const as: SandboxWorld['as'] = (person) => world.as(person)
  const act: SandboxWorld['act'] = (...call) => world.act(...call)
  const answer: SandboxWorld['answer'] = (...call) => world.answer(...call)

  const startCheckout = async (interval: 'monthly' | 'yearly' = 'monthly') => {
    const { publicUrl } = app.ctx.config
    const checkout = await sandbox.createCheckout({
      checkoutId: 'c'.repeat(32),
      accountId: owner.userId,
      email: owner.email,
      name: owner.username,
      priceRef: `pro-${interval}`,
      interval,
      amount: interval === 'monthly' ? 500 : 5_000,
      successUrl: `${publicUrl}/subscription?success=true`,
      cancelUrl: `${publicUrl}/subscription?canceled=true`,
    })
    expect(checkout.url).toBe(`${publicUrl}/checkout/sandbox/${checkout.sessionId}`)
    return checkout.sessionId
  }
  const subscribe = async (interval: 'monthly' | 'yearly' = 'monthly') => {
    const sessionId = await startCheckout(interval)
    await answer(sessionId, 'pay')
    const subscription = await sandbox.findByCheckout?.({
      checkoutId: 'c'.repeat(32),
      sessionId,
      accountId: owner.userId,
    })
    if (!subscription) throw new Error('The checkout led to no subscription')
    return subscription
  }
  const invoicesOf = async (id: string) => {
    const invoices = await sandbox.listInvoices({ id, customerId: null })
    return invoices.map(({ status, total, refunded }) => [status, total, refunded])
  }
  const sweepAbandoned = () =>
    paymentSweeps(app.ctx)
      .find(({ name }) => name === 'sandbox-checkouts')
      ?.run()
  const testModeOff = () => inTransaction(app.ctx, (tx) => updateGeneralSettings(tx, { testMode: false }))

  test('a checkout is declined, canceled and paid, and sends one webhook that verifies', async () => {
    const id = await startCheckout()
    expect(await as(owner).call(contract.readSandboxCheckout, { params: { id } })).toMatchObject({
      status: 'open',
      plan_display_name: 'Pro',
      billing_interval: 'monthly',
      total: 500,
    })
    expect(await answer(id, 'decline')).toMatchObject({ declined: true })
    expect((await answer(id, 'cancel')).url).toContain('canceled=true')
    expect(delivered).toEqual([])
    expect((await answer(id, 'pay')).url).toContain('success=true')
    await expect(answer(id, 'pay')).rejects.toMatchObject({ status: 409 })
    expect(delivered).toHaveLength(1)
    const [webhook] = delivered
    if (!webhook) throw new Error('Nothing was delivered')
    const event = await sandbox.readWebhook(webhook.body, webhook.headers)
    expect(event).toMatchObject({ about: 'subscription', checkoutId: 'c'.repeat(32) })
    const subscription = await sandbox.getSubscription(event.subscriptionId ?? '')
    expect(subscription).toMatchObject({ status: 'active', priceRef: 'pro-monthly', testMode: true })
    expect(await invoicesOf(subscription?.id ?? '')).toEqual([['paid', 500, 0]])
  })

  test('two payments at once lead to one subscription', async () => {
    const id = await startCheckout()
    const results = await Promise.allSettled([answer(id, 'pay'), answer(id, 'pay')])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await app.ctx.db.selectFrom('sandbox_subscriptions').selectAll().execute()).toHaveLength(1)
  })

  test('a checkout expires, is given up, and is deleted when it led to nothing', async () => {
    const [expired, givenUp] = [await startCheckout(), await startCheckout()]
    await subscribe()
    await sandbox.expireCheckout?.(givenUp)
    await expect(answer(givenUp, 'pay')).rejects.toMatchObject({ status: 409 })
    app.advance(3_600_001)
    await expect(answer(expired, 'pay')).rejects.toMatchObject({ status: 409 })
    expect(await sweepAbandoned()).toBe(0)
    app.advance(dayMs)
    expect(await sweepAbandoned()).toBe(2)
  })

  test('time renews a subscription, and ends a canceled one', async () => {
    const { id, periodEnd } = await subscribe()
    app.advance(70 * dayMs)
    const renewed = await sandbox.getSubscription(id)
    expect(renewed).toMatchObject({ status: 'active' })
    expect(renewed?.periodStart).toBeGreaterThan(periodEnd ?? 0)
    expect(await invoicesOf(id)).toEqual(Array.from({ length: 3 }, () => ['paid', 500, 0]))
    await sandbox.cancelAtPeriodEnd(id, { reason: 'other', comment: '' })
    await sandbox.cancelAtPeriodEnd(id, { reason: 'other', comment: '' })
    expect(await sandbox.getSubscription(id)).toMatchObject({
      status: 'active',
      cancelAt: renewed?.periodEnd,
    })
    app.advance(32 * dayMs)
    expect(await sandbox.getSubscription(id)).toMatchObject({
      status: 'ended',
      endedAt: renewed?.periodEnd,
      cancelAt: null,
    })
    await expect(sandbox.resume(id)).rejects.toMatchObject({ failure: 'rejected' })
    await sandbox.cancelNow(id)
  })

  test('every action of the portal does what it says, and what makes no sense is a conflict', async () => {
    const { id } = await subscribe('yearly')
    const states: [contract.SandboxAction, object][] = [
      ['cancel', { status: 'active', cancel_at: expect.any(String), actions: ['resume', 'end', 'refund'] }],
      ['resume', { status: 'active', cancel_at: null }],
      ['renew', { status: 'active' }],
      ['fail_renewal', { status: 'past_due', actions: ['pay', 'cancel', 'end', 'refund'] }],
      ['pay', { status: 'active' }],
      ['refund', { status: 'active' }],
      ['end', { status: 'ended', actions: ['refund'] }],
    ]
    for (const [action, state] of states) {
      expect(await act(id, action)).toMatchObject({ plan_display_name: 'Pro', ...state })
      expect(await as(owner).call(contract.readSandboxPortal, { params: { id } })).toMatchObject(state)
    }
    for (const action of ['cancel', 'resume', 'renew', 'fail_renewal', 'pay', 'end'] as const)
      await expect(act(id, action)).rejects.toMatchObject({ status: 409 })
    expect(await invoicesOf(id)).toEqual([
      ['refunded', 5_000, 5_000],
      ['paid', 5_000, 0],
      ['paid', 5_000, 0],
    ])
    expect(delivered).toHaveLength(1 + states.length)
  })

  test('a payment that failed stays failed, and canceling it ends the subscription', async () => {
    const { id } = await subscribe()
    await act(id, 'fail_renewal')
    app.advance(100 * dayMs)
    expect(await sandbox.getSubscription(id)).toMatchObject({ status: 'past_due' })
    await sandbox.cancelAtPeriodEnd(id, { reason: 'other', comment: '' })
    expect(await sandbox.getSubscription(id)).toMatchObject({ status: 'ended' })
    expect(await invoicesOf(id)).toEqual([
      ['void', 500, 0],
      ['paid', 500, 0],
    ])
  })

  test('nobody else sees or changes any of it', async () => {
    const other = await addPerson(app, { masterPassword: null })
    const open = await startCheckout()
    const { id } = await subscribe()
    const [invoice] = await sandbox.listInvoices({ id, customerId: null })
    const params = { id }
    const calls = [
      () => as(other).call(contract.readSandboxCheckout, { params: { id: open } }),
      () => answer(open, 'pay', other),
      () => as(other).call(contract.readSandboxPortal, { params }),
      () => act(id, 'end', other),
      () => as(other).call(contract.readSandboxInvoice, { params: { id: invoice?.id ?? '' } }),
      () => act('0'.repeat(32), 'end'),
    ]
    for (const call of calls) await expect(call()).rejects.toMatchObject({ status: 404 })
    expect(await sandbox.findByCheckout?.({ checkoutId: '', sessionId: open, accountId: other.userId })).toBe(
      undefined,
    )
    expect(
      await as(owner).call(contract.readSandboxInvoice, { params: { id: invoice?.id ?? '' } }),
    ).toMatchObject({ number: expect.stringMatching(/^SANDBOX-.*-0001$/), total: 500, currency: 'USD' })
  })

  test('after test mode nothing is sold or renewed, and what there is can end', async () => {
    const open = await startCheckout()
    const { id } = await subscribe()
    const second = await subscribe()
    await testModeOff()
    sandbox = await world.provider()
    await expect(startCheckout()).rejects.toMatchObject({ failure: 'misconfigured' })
    await expect(answer(open, 'pay')).rejects.toMatchObject({ status: 409 })
    expect(await as(owner).call(contract.readSandboxPortal, { params: { id } })).toMatchObject({
      actions: ['cancel', 'end'],
    })
    await expect(act(id, 'renew')).rejects.toMatchObject({ status: 409 })
    expect(await act(id, 'cancel')).toMatchObject({ status: 'active', cancel_at: expect.any(String) })
    app.advance(32 * dayMs)
    for (const one of [id, second.id])
      expect(await sandbox.getSubscription(one)).toMatchObject({ status: 'ended' })
  })

  test('the portal leads back to the page that opened it', async () => {
    const { id } = await subscribe()
    const returnUrl = `${app.ctx.config.publicUrl}/account`
    const request = { accountId: owner.userId, returnUrl }
    expect(await sandbox.portalUrl({ id, customerId: null }, request)).toBe(
      `${app.ctx.config.publicUrl}/portal/sandbox/${id}`,
    )
    expect(await as(owner).call(contract.readSandboxPortal, { params: { id } })).toMatchObject({
      return_url: returnUrl,
    })
    await expect(sandbox.portalUrl({ id: 'none', customerId: null }, request)).rejects.toMatchObject({
      failure: 'rejected',
    })
  })

  test('an account can play 120 things an hour', async () => {
    const id = await startCheckout()
    await app.ctx.db
      .insertInto('attempts')
      .values({
        kind: 'sandbox',
        identity: String(owner.userId),
        window_start: app.ctx.clock(),
        count: 120,
      })
      .execute()
    await expect(answer(id, 'pay')).rejects.toMatchObject({ status: 429 })
    await expect(act(id, 'end')).rejects.toMatchObject({ status: 429 })
  })
})
