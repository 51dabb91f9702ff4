// The main job, over HTTP, through the provider that is built in: choose Pro, pay, be Pro at once; a payment fails and
// is paid; cancel, resume, cancel, end.

import { listInvoices, openInvoice } from '@envhold/contract/billing/invoices.ts'
import { listPlans } from '@envhold/contract/billing/plan-offers.ts'
import {
  actInSandboxPortal,
  answerSandboxCheckout,
  readSandboxPortal,
} from '@envhold/contract/billing/sandbox.ts'
import {
  cancelSubscription,
  checkLimit,
  openCustomerPortal,
  previewCancellation,
  readCurrentSubscription,
  readSubscriptionUsage,
  refreshSubscription,
  resumeSubscription,
  startCheckout,
} from '@envhold/contract/billing/subscription.ts'
import { readSubscriptionStatus } from '@envhold/contract/billing/subscription-status.ts'
import { createProject, listProjects } from '@envhold/contract/projects/projects.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addPerson } from '../../../../../dev/world/add-person.ts'
import { appForTests, forEachEngine, type TestApp } from '../../../../../dev/world/app-for-tests.ts'
import { activityOf } from '../../../../../dev/world/events-of.ts'
import { mailsOf } from '../../../../../dev/world/mails.ts'
import type { Person } from '../../../../../dev/world/sign-up.ts'
import { subscribe as subscribeTo } from '../../../../../dev/world/subscribe.ts'

const lastOf = (url: string) => url.split('/').at(-1) ?? ''

forEachEngine((engine) => {
  let app: TestApp
  let person: Person
  beforeEach(async () => {
    app = await appForTests(engine)
    await addPerson(app, { masterPassword: null })
    person = await addPerson(app)
  })
  afterEach(() => app.stop())

  const call: Person['client']['call'] = (...args) => person.client.call(...args)
  const pageOf = (path: string) => `${app.ctx.config.publicUrl}${path}`
  const planNamed = async (name: string) =>
    (await call(listPlans, {})).plans.find((plan) => plan.name === name)

  async function checkout(client = person.client): Promise<string> {
    const planId = (await planNamed('pro'))?.id ?? 0
    const { checkoutUrl, provider } = await client.call(startCheckout, {
      body: {
        planId,
        billingInterval: 'monthly',
        successUrl: pageOf('/subscription?success=true'),
        cancelUrl: pageOf('/subscription?canceled=true'),
      },
    })
    expect(provider).toBe('sandbox')
    expect(checkoutUrl).toBe(pageOf(`/checkout/sandbox/${lastOf(checkoutUrl)}`))
    return lastOf(checkoutUrl)
  }

  const answer = (id: string, answer: 'pay' | 'decline' | 'cancel') =>
    call(answerSandboxCheckout, { params: { id }, body: { answer } })

  const subscribe = async () => (await subscribeTo(app, person)).id

  const portal = async () => {
    const { portalUrl } = await call(openCustomerPortal, { body: { returnUrl: pageOf('/subscription') } })
    return lastOf(portalUrl)
  }
  const play = async (action: 'renew' | 'fail_renewal' | 'pay' | 'end' | 'refund') =>
    call(actInSandboxPortal, { params: { id: await portal() }, body: { action } })
  const refreshed = async () => (await call(refreshSubscription, {})).subscription
  const planName = async () => (await call(readSubscriptionStatus, {})).subscription.planName
  const recorded = async () =>
    (await activityOf(app))
      .filter(({ user_id }) => user_id === person.userId)
      .map(({ event_type }) => event_type)

  test('upgrading: declined, canceled, paid, and Pro at once, everywhere', async () => {
    expect(await call(refreshSubscription, {})).toEqual({
      subscription: null,
      others: [],
      granted_plan: null,
      has_checkout: false,
    })
    const id = await checkout()
    expect(await answer(id, 'decline')).toMatchObject({ declined: true })
    expect(await planName()).toBe('free')
    expect(await answer(id, 'cancel')).toMatchObject({ url: pageOf('/subscription?canceled=true') })
    expect(await call(refreshSubscription, {})).toEqual({
      subscription: null,
      others: [],
      granted_plan: null,
      has_checkout: true,
    })

    const paid = await answer(await checkout(), 'pay')
    expect(paid).toEqual({ declined: false, url: pageOf('/subscription?success=true') })
    expect(await refreshed()).toMatchObject({
      plan: 'pro',
      status: 'active',
      provider: 'sandbox',
      billing_interval: 'monthly',
      cancel_at: null,
      test_mode: true,
    })
    expect(await planName()).toBe('pro')
    const pro = await planNamed('pro')
    const { usage } = await call(readSubscriptionUsage, {})
    expect(usage.limits).toEqual({
      max_projects: pro?.max_projects,
      max_collaborators: pro?.max_collaborators,
      max_stored_bytes: pro?.max_stored_bytes,
      max_api_calls_per_month: pro?.max_api_calls_per_month,
    })
    expect([pro?.max_api_calls_per_month, usage.current.api_calls_count]).toEqual([-1, null])
    for (const name of ['one', 'two', 'three']) await call(createProject, { body: { name } })
    expect((await call(listProjects, {})).projects).toHaveLength(3)
    expect(await call(checkLimit, { body: { action: 'create_project', resourceCount: 1_000 } })).toEqual({
      allowed: true,
    })
    expect((await recorded()).filter((type) => type === 'subscription_started')).toHaveLength(1)

    const { invoices } = await call(listInvoices, {})
    expect(invoices).toMatchObject([{ status: 'paid', total: 500, currency: 'USD', provider: 'sandbox' }])
    const { url } = await call(openInvoice, { params: { id: invoices[0]?.id ?? 0 } })
    expect(url).toContain(pageOf('/invoice/sandbox/'))
  })

  test('a second live subscription is refused, and the first goes on', async () => {
    await subscribe()
    await expect(checkout()).rejects.toMatchObject({ status: 409, code: 'CONFLICT' })
    expect(await planName()).toBe('pro')
  })

  test('a failed renewal keeps the plan, and recovers', async () => {
    await subscribe()
    await play('fail_renewal')
    const failed = await refreshed()
    expect(failed).toMatchObject({ status: 'past_due', plan: 'pro' })
    expect(Date.parse(failed?.next_payment_attempt ?? '') - app.ctx.clock()).toBeGreaterThan(23 * 3_600_000)
    expect(await planName()).toBe('pro')
    const { payment, has_compliance } = await call(readSubscriptionStatus, {})
    expect([payment, has_compliance]).toMatchObject([{ state: 'failed', plan_display_name: 'Pro' }, false])
    expect(payment?.ends_at).toBe(failed?.ends_unpaid_at)
    const daysLeft = (Date.parse(payment?.ends_at ?? '') - app.ctx.clock()) / 86_400_000
    expect(daysLeft).toBeGreaterThan(7.9)
    await play('pay')
    expect(await refreshed()).toMatchObject({ status: 'active', next_payment_attempt: null })
    expect((await call(readSubscriptionStatus, {})).payment).toBeNull()
    expect(await recorded()).toEqual(expect.arrayContaining(['payment_failed', 'payment_recovered']))
  })

  test('canceling, resuming, canceling, and the end, with dates and names before', async () => {
    const subscriptionId = await subscribe()
    for (const name of ['first', 'second', 'third']) await call(createProject, { body: { name } })
    const preview = await call(previewCancellation, {})
    const { current_period_end } = (await refreshed()) ?? {}
    expect(preview).toMatchObject({ ends_at: current_period_end, max_projects: 1, excess_collaborators: [] })
    expect(preview.excess_projects.map(({ name }) => name)).toEqual(['second', 'third'])

    const canceled = await call(cancelSubscription, {
      body: { subscriptionId, atPeriodEnd: true, reason: 'too_expensive' },
    })
    expect(canceled.message).toBe(
      'Subscription canceled successfully. It will remain active until the end of your current billing period.',
    )
    expect(canceled.subscription).toMatchObject({ status: 'active', cancel_at: current_period_end })
    expect((await call(resumeSubscription, { body: { subscriptionId } })).subscription.cancel_at).toBeNull()
    await call(cancelSubscription, { body: { subscriptionId, reason: 'other', comment: 'We moved' } })
    expect(await planName()).toBe('pro')

    for (const days of [20, 12]) {
      app.advance(days * 86_400_000)
      await refreshed()
    }
    expect(await refreshed()).toMatchObject({ status: 'ended', cancel_at: null })
    expect(await planName()).toBe('free')
    for (const endpoint of [cancelSubscription, resumeSubscription])
      await expect(
        call(endpoint, { body: { subscriptionId, reason: 'user_requested' } }),
      ).rejects.toMatchObject({ status: 409 })
    expect((await recorded()).filter((type) => type.startsWith('subscription_'))).toEqual(
      expect.arrayContaining(['subscription_canceled', 'subscription_resumed', 'subscription_ended']),
    )
    // Nothing was deleted, and a new subscription can be started.
    expect((await call(listProjects, {})).projects).toHaveLength(3)
    await subscribe()
    expect(await planName()).toBe('pro')
  })

  test('a provider gets the page as it was checked, not as it was written', async () => {
    const planId = (await planNamed('pro'))?.id ?? 0
    const written = `${pageOf('')}\\@evil.example/`
    const { checkoutUrl } = await call(startCheckout, {
      body: { planId, billingInterval: 'monthly', successUrl: written, cancelUrl: written },
    })
    expect(await answer(lastOf(checkoutUrl), 'pay')).toMatchObject({ url: pageOf('/@evil.example/') })
  })

  test('what is not right is refused, and nothing is charged', async () => {
    const [planId, free] = [(await planNamed('pro'))?.id ?? 0, (await planNamed('starter'))?.id ?? 0]
    const good = {
      planId,
      billingInterval: 'monthly' as const,
      successUrl: pageOf('/subscription'),
      cancelUrl: pageOf('/subscription'),
    }
    const wrong: readonly (readonly [field: string, change: object])[] = [
      ['planId', { planId: 999 }],
      ['planId', { planId: free }],
      ['billingInterval', { billingInterval: 'weekly' }],
      ['provider', { provider: 'acme' }],
      ['provider', { provider: 'stripe' }],
      ['successUrl', { successUrl: 'https://evil.example/subscription' }],
      ['cancelUrl', { cancelUrl: `${pageOf('')}@evil.example/` }],
    ]
    for (const [field, change] of wrong)
      await expect(
        person.client.call(startCheckout, { body: { ...good, ...change } as typeof good }),
        `${field} ${JSON.stringify(change)}`,
      ).rejects.toMatchObject({ status: 400, details: [{ path: field }] })
    expect(await app.ctx.db.selectFrom('checkouts').selectAll().execute()).toEqual([])

    const subscriptionId = await subscribe()
    const other = await addPerson(app, { masterPassword: null })
    for (const endpoint of [cancelSubscription, resumeSubscription])
      await expect(
        other.client.call(endpoint, { body: { subscriptionId, reason: 'user_requested' } }),
      ).rejects.toMatchObject({ status: 404 })
    const { invoices } = await call(listInvoices, {})
    await expect(
      other.client.call(openInvoice, { params: { id: invoices[0]?.id ?? 0 } }),
    ).rejects.toMatchObject({ status: 404 })
    await expect(
      other.client.call(readSandboxPortal, { params: { id: await portal() } }),
    ).rejects.toMatchObject({ status: 404 })
    expect(await other.client.call(readCurrentSubscription, {})).toEqual({
      subscription: null,
      others: [],
      granted_plan: null,
    })
    await expect(
      other.client.call(openCustomerPortal, { body: { returnUrl: pageOf('/subscription') } }),
    ).rejects.toMatchObject({ status: 404 })
    await expect(
      call(cancelSubscription, { body: { subscriptionId, reason: 'other', comment: '  ' } }),
    ).rejects.toMatchObject({ status: 400, details: [{ path: 'comment' }] })
  })

  test('a refund is on the invoice and on the record', async () => {
    await subscribe()
    await play('refund')
    await refreshed()
    expect(await call(listInvoices, {})).toMatchObject({ invoices: [{ status: 'refunded', refunded: 500 }] })
    expect(await recorded()).toContain('payment_refunded')
    await refreshed()
    const templates = (await mailsOf(app)).map(({ template }) => template)
    expect(templates.filter((template) => template === 'payment-refunded')).toHaveLength(1)
    expect(await planName()).toBe('pro')
  })
})
