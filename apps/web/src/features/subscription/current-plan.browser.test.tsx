import { cancelPlannedChange } from '@envhold/contract/billing/plan-change.ts'
import {
  cancelSubscription,
  previewCancellation,
  readCurrentSubscription,
  type Subscription,
} from '@envhold/contract/billing/subscription.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../tests/expect-accessible.ts'
import { fakeApi } from '../../tests/fake-api.ts'
import { renderPart } from '../../tests/render-part.tsx'
import { sampleSubscription } from '../../tests/samples.ts'
import { CurrentPlan } from './current-plan.tsx'

const show = (subscription: Subscription) =>
  renderPart(
    <CurrentPlan
      query={{ data: subscription, error: null, isFetching: false, refetch: async () => undefined as never }}
    />,
  )
const button = (name: string) => page.getByRole('button', { name, exact: true })

const preview = {
  ends_at: '2026-11-30T12:00:00.000Z',
  grace_ends_at: '2026-12-30T12:00:00.000Z',
  deleted_at: '2027-01-29T12:00:00.000Z',
  max_projects: 1,
  max_collaborators: 2,
  excess_projects: [],
  excess_collaborators: [],
}

test('what else is paid for is listed, and can be canceled', async () => {
  const api = fakeApi()
  const second = sampleSubscription({ id: 8, provider: 'polar' })
  const ending = { ...second, cancel_at: second.current_period_end }
  api.answers(readCurrentSubscription, {
    subscription: sampleSubscription(),
    others: [second],
    granted_plan: null,
  })
  api.answers(cancelSubscription, { message: 'Subscription canceled successfully.', subscription: ending })
  await show(sampleSubscription())
  await expect.element(page.getByText(/through Polar/)).toBeVisible()
  await expect
    .element(page.getByText(/^You have this subscription as well. It is charged until/))
    .toBeVisible()
  await button('Cancel subscription').nth(1).click()
  const dialog = page.getByRole('dialog')
  await expect
    .element(dialog.getByText(/Your other subscription, Pro through Stripe, continues/))
    .toBeVisible()
  await expect.element(dialog.getByText(/starter plan/)).not.toBeInTheDocument()
  await expectAccessible()
  api.answers(readCurrentSubscription, {
    subscription: sampleSubscription(),
    others: [ending],
    granted_plan: null,
  })
  await dialog.getByRole('button', { name: 'Cancel subscription' }).click()
  await expect.poll(() => api.sent(cancelSubscription)[0]?.body).toMatchObject({ subscriptionId: 8 })
  await expect.element(page.getByText(/^The subscription cancels on Dec 20, 2026/)).toBeVisible()
  await expect.element(page.getByText(/^Renews on Dec 20, 2026/)).toBeVisible()
})

test('a plan that an operator gave for longer stays when a subscription is canceled', async () => {
  const api = fakeApi()
  const subscription = sampleSubscription()
  const granted_plan = { plan: 'team', plan_display_name: 'Team', ends_at: '2028-01-01T00:00:00.000Z' }
  api.answers(readCurrentSubscription, { subscription, others: [], granted_plan })
  await show(subscription)
  await button('Cancel subscription').click()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByText(/Your account keeps the Team plan that it was given/)).toBeVisible()
  await expect.element(dialog.getByText(/starter plan/)).not.toBeInTheDocument()
})

test('one that is paused can be canceled, and ends then', async () => {
  fakeApi()
  await show(sampleSubscription({ status: 'paused' }))
  await expect.element(page.getByText(/^It is paused: canceling ends it now/)).toBeVisible()
  await button('Cancel subscription').click()
  await expect.element(page.getByText(/^The subscription is paused, so it ends now/)).toBeVisible()
})

test('after a failed payment, canceling ends the plan now, and says so before and after', async () => {
  const api = fakeApi()
  const failed = sampleSubscription({ status: 'past_due' })
  const message = 'Subscription canceled successfully.'
  const ended = { ...failed, status: 'ended' as const, ended_at: preview.ends_at }
  api.answers(previewCancellation, preview)
  api.answers(cancelSubscription, { message, subscription: ended })
  await show(failed)
  await expect.element(page.getByText('The last payment failed: Pro ends when you cancel.')).toBeVisible()
  await button('Cancel subscription').click()
  const dialog = page.getByRole('dialog')
  await expect
    .element(dialog.getByText(/^The last payment failed, so the subscription ends now/))
    .toBeVisible()
  await expect.element(dialog.getByText('Nov 30, 2026')).toBeVisible()
  await expectAccessible()
  await dialog.getByRole('button', { name: 'Cancel subscription' }).click()
  await expect.element(page.getByText(message, { exact: true })).toBeVisible()
})

test('a planned change is canceled, also for a plan that is no longer sold', async () => {
  const api = fakeApi()
  const next = { plan: 'pro', plan_display_name: 'Pro', billing_interval: 'monthly' as const }
  const planned = sampleSubscription({ plan: 'team', plan_display_name: 'Team', next })
  const message = 'The planned change is canceled. You keep Team.'
  api.answers(cancelPlannedChange, { message, subscription: { ...planned, next: null } })
  await show(planned)
  await button('Keep current plan').click()
  const dialog = page.getByRole('alertdialog')
  await expect
    .element(dialog.getByText(/^The planned change to Pro is canceled. Nothing is charged/))
    .toBeVisible()
  await expectAccessible()
  await dialog.getByRole('button', { name: 'Keep current plan' }).click()
  await expect.element(page.getByText(message, { exact: true })).toBeVisible()
  expect(api.sent(cancelPlannedChange)[0]?.path).toBe('/api/subscriptions/7/change')
})
