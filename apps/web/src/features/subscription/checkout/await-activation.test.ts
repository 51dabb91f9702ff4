import type { SubscriptionStatus } from '@envhold/contract/billing/payments.ts'
import type { Subscription } from '@envhold/contract/billing/subscription.ts'
import { expect, it } from 'vitest'
import { awaitActivation } from './await-activation.ts'

const subscription: Subscription = {
  id: 1,
  plan: 'pro',
  plan_display_name: 'Pro',
  status: 'pending',
  billing_interval: 'monthly',
  current_period_start: null,
  current_period_end: null,
  cancel_at: null,
  next: null,
  ended_at: null,
  next_payment_attempt: null,
  ends_unpaid_at: null,
  provider: 'sandbox',
  test_mode: true,
}

/** Answers with each of `answers` in turn, and with the last one from then on; stops before the given question. */
async function waiting(
  answers: (SubscriptionStatus | null | 'nothing' | Error)[],
  stopAt = Number.POSITIVE_INFINITY,
) {
  const waits: number[] = []
  let calls = 0
  const outcome = await awaitActivation({
    refresh: async () => {
      const answer = answers[Math.min(calls, answers.length - 1)] ?? null
      calls += 1
      if (answer instanceof Error) throw answer
      if (answer === 'nothing')
        return { subscription: null, others: [], granted_plan: null, has_checkout: false }
      const paid = answer && { ...subscription, status: answer }
      return { subscription: paid, others: [], granted_plan: null, has_checkout: true }
    },
    wait: async (ms) => void waits.push(ms),
    isStopped: () => calls >= stopAt,
  })
  return { outcome, asked: calls, waitedMs: waits.reduce((sum, ms) => sum + ms, 0) }
}

it('asks once when the payment is there already', async () => {
  expect(await waiting(['active'])).toEqual({ outcome: 'active', asked: 1, waitedMs: 0 })
})

it('asks again while the payment is on its way, also after a failure or an older subscription', async () => {
  expect(await waiting([null, new Error('away'), 'ended', 'pending', 'trialing'])).toEqual({
    outcome: 'active',
    asked: 5,
    waitedMs: 10_000,
  })
})

it('gives up after 20 seconds', async () => {
  expect(await waiting(['pending'])).toEqual({ outcome: 'unconfirmed', asked: 7, waitedMs: 20_000 })
})

it('stops asking when the page is left', async () => {
  expect(await waiting(['pending', 'active'], 1)).toEqual({ outcome: 'none', asked: 1, waitedMs: 1_000 })
})

it('says nothing where no checkout was open', async () => {
  expect(await waiting(['nothing'])).toEqual({ outcome: 'none', asked: 1, waitedMs: 0 })
})
