import { listPlans } from '@envhold/contract/billing/plan-offers.ts'
import { answerSandboxCheckout } from '@envhold/contract/billing/sandbox.ts'
import {
  refreshSubscription,
  type Subscription,
  startCheckout,
} from '@envhold/contract/billing/subscription.ts'
import type { TestApp } from './app-for-tests.ts'
import type { Person } from './sign-up.ts'

/** Starts a subscription to Pro, paid in the sandbox. */
export async function subscribe(
  { ctx }: Pick<TestApp, 'ctx'>,
  { client }: Pick<Person, 'client'>,
): Promise<Subscription> {
  const { plans } = await client.call(listPlans, {})
  const planId = plans.find(({ name }) => name === 'pro')?.id ?? 0
  const url = `${ctx.config.publicUrl}/subscription`
  const { checkoutUrl } = await client.call(startCheckout, {
    body: { planId, billingInterval: 'monthly', provider: 'sandbox', successUrl: url, cancelUrl: url },
  })
  const id = checkoutUrl.split('/').at(-1) ?? ''
  await client.call(answerSandboxCheckout, { params: { id }, body: { answer: 'pay' } })
  const { subscription } = await client.call(refreshSubscription, {})
  if (!subscription) throw new Error('There is no subscription after the payment')
  return subscription
}
