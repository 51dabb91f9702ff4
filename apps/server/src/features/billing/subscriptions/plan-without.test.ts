import { cancelSubscription, previewCancellation } from '@envhold/contract/billing/subscription.ts'
import { readSubscriptionStatus } from '@envhold/contract/billing/subscription-status.ts'
import { grantUserPlan } from '@envhold/contract/operator/user-billing.ts'
import { createProject } from '@envhold/contract/projects/projects.ts'
import { expect, test } from 'vitest'
import { addPerson } from '../../../../../../dev/world/add-person.ts'
import { mailsOf } from '../../../../../../dev/world/mails.ts'
import { press, startPayingApp } from '../../../../../../dev/world/payments/paying-app.ts'

const dayMs = 86_400_000

test('with a plan that an operator gave, nothing is lost when a subscription is canceled or paused', async () => {
  const world = await startPayingApp('sqlite', ['stripe'])
  const operator = await world.customer(await addPerson(world.app))
  const ada = await world.customer(await addPerson(world.app))
  await press((await ada.checkout()).checkoutUrl, 'pay')
  await world.deliver()
  for (const name of ['one', 'two']) await ada.call(createProject, { body: { name } })
  const ends_at = new Date(world.app.ctx.clock() + 700 * dayMs).toISOString()
  await operator.call(grantUserPlan, {
    params: { id: ada.userId },
    body: { plan: 'pro', ends_at, reason: 'A sponsor' },
  })
  expect(await ada.call(previewCancellation, {})).toMatchObject({ excess_projects: [] })
  const [row] = await world.app.ctx.db.selectFrom('subscriptions').selectAll().execute()
  await ada.call(cancelSubscription, { body: { subscriptionId: row?.id ?? 0, reason: 'user_requested' } })
  const { payment } = await ada.call(readSubscriptionStatus, {})
  expect(payment).toMatchObject({ state: 'ending', next_plan_display_name: 'Pro' })
  const id = row?.provider_id ?? ''
  world.fake('stripe').overrides.set(id, { pause_collection: { behavior: 'void' } })
  await world.sweep('subscriptions')
  world.fake('stripe').renew(id)
  await world.deliver()
  const texts = new Map((await mailsOf(world.app)).map(({ template, text }) => [template, text]))
  expect(texts.get('subscription-canceled')).toContain('your account is on the Pro plan')
  expect(texts.get('subscription-paused')).toContain('your account is on the Pro plan')
  await world.stop()
})
