import { listPlans } from '@envhold/contract/billing/plan-offers.ts'
import { startingOffers } from '@envhold/contract/billing/starting-offers.ts'
import {
  type GrantedPlan,
  readCurrentSubscription,
  type Subscription,
} from '@envhold/contract/billing/subscription.ts'
import { createRef } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../tests/expect-accessible.ts'
import { fakeApi } from '../../../tests/fake-api.ts'
import { renderPart } from '../../../tests/render-part.tsx'
import { sampleSubscription } from '../../../tests/samples.ts'
import { AvailablePlans } from './available-plans.tsx'

async function show(subscription: Subscription | null, granted_plan: GrantedPlan | null) {
  const api = fakeApi()
  api.answers(listPlans, {
    plans: startingOffers.map((offer, index) => ({ ...offer, id: index + 1 })),
    providers: [{ id: 'stripe', display_name: 'Stripe' }],
    default_provider: 'stripe',
    test_mode: false,
  })
  api.answers(readCurrentSubscription, { subscription, others: [], granted_plan })
  await renderPart(<AvailablePlans subscription={subscription} headingRef={createRef()} />)
  await expect.element(page.getByRole('heading', { name: 'Pro' })).toBeVisible()
}
const upgrade = page.getByRole('button', { name: 'Upgrade to Pro' })

test('while a subscription is paused, no plan can be chosen', async () => {
  await show(sampleSubscription({ status: 'paused' }), null)
  await expect
    .element(page.getByText(/^Your subscription is paused. Resume it to change the plan/))
    .toBeVisible()
  await expect.element(upgrade).not.toBeInTheDocument()
  await expectAccessible()
})

test('while a granted plan runs, the plans say what paying does', async () => {
  await show(null, { plan: 'pro', plan_display_name: 'Pro', ends_at: '2027-01-09T12:00:00.000Z' })
  await expect
    .element(page.getByText(/at no charge until Jan 9, 2027. A plan that you pay for is charged from today/))
    .toBeVisible()
  await expect.element(upgrade).toBeVisible()
  await expectAccessible()
})
