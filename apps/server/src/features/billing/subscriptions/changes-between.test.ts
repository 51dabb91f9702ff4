import { subscriptionStatuses } from '@envhold/contract/billing/payments.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changesBetween, type SubscriptionState } from './changes-between.ts'

const january = Date.UTC(2027, 0, 31)
const february = Date.UTC(2027, 1, 28)
const plan = { plan: 'pro', billing_interval: 'monthly', next_plan: null, next_interval: null } as const
const active: SubscriptionState = { ...plan, status: 'active', period_end: january, cancel_at: null }
const yearly: SubscriptionState = {
  ...active,
  billing_interval: 'yearly',
  period_end: Date.UTC(2028, 0, 31),
}
const planned: SubscriptionState = { ...yearly, next_plan: 'pro', next_interval: 'monthly' }
const pastDue: SubscriptionState = { ...active, status: 'past_due' }
const paused: SubscriptionState = { ...active, status: 'paused' }
const canceled: SubscriptionState = { ...active, cancel_at: january }
const ended: SubscriptionState = { ...canceled, status: 'ended' }
const pending: SubscriptionState = { ...plan, status: 'pending', period_end: null, cancel_at: null }

test.each<[string, SubscriptionState | undefined, SubscriptionState, readonly string[]]>([
  ['first payment', undefined, active, ['started']],
  ['waiting for the payment', undefined, pending, []],
  ['slow payment', pending, active, ['started']],
  ['renewal', active, { ...active, period_end: february }, ['renewed']],
  ['another interval', active, yearly, ['changed']],
  ['another plan', active, { ...active, plan: 'team' }, ['changed']],
  ['the interval of a provider that does not say it', { ...active, billing_interval: null }, active, []],
  ['another plan, canceled since', active, { ...yearly, cancel_at: january }, ['changed', 'canceled']],
  ['a change at the end of the period', yearly, planned, ['change_planned']],
  ['a planned change taken back', planned, yearly, ['change_canceled']],
  ['a planned change that begins', planned, { ...active, period_end: february }, ['changed']],
  ['failed renewal', active, pastDue, ['payment_failed']],
  ['a failure of the first known state', undefined, pastDue, ['started', 'payment_failed']],
  ['paid late', pastDue, { ...active, period_end: february }, ['renewed', 'payment_recovered']],
  ['canceled', active, canceled, ['canceled']],
  ['resumed', canceled, active, ['resumed']],
  ['the end of a period', canceled, ended, ['ended']],
  ['never paid', pastDue, { ...pastDue, status: 'ended' }, ['ended']],
  ['paused', active, paused, ['paused']],
  ['paused and resumed', paused, active, ['reactivated']],
  ['paused and ended', paused, { ...paused, status: 'ended' }, ['ended']],
  ['paid after the end', ended, { ...active, period_end: february }, ['reactivated']],
  ['ended and known for the first time', undefined, ended, []],
])('%s', (_, before, after, changes) => {
  expect(changesBetween(before, after)).toEqual(changes)
})

const state = fc.record({
  plan: fc.constantFrom('pro', 'team'),
  billing_interval: fc.constantFrom(null, 'monthly' as const, 'yearly' as const),
  next_plan: fc.constantFrom(null, 'team'),
  next_interval: fc.constantFrom(null, 'yearly' as const),
  status: fc.constantFrom(...subscriptionStatuses),
  period_end: fc.constantFrom(null, january, february),
  cancel_at: fc.constantFrom(null, january),
})

test('the same description twice is no change', () => {
  fc.assert(
    fc.property(state, (same) => {
      expect(changesBetween(same, { ...same })).toEqual([])
    }),
  )
})

test('an account gains and loses its plan exactly as often as its changes say', () => {
  fc.assert(
    fc.property(fc.array(state, { minLength: 1, maxLength: 20 }), (history) => {
      let before: SubscriptionState | undefined
      let entitled = 0
      for (const after of history) {
        const changes = changesBetween(before, after)
        if (changes.includes('started') || changes.includes('reactivated')) entitled++
        if (changes.includes('paused')) entitled--
        if (changes.includes('ended') && before?.status !== 'paused') entitled--
        expect(entitled).toBe(['active', 'trialing', 'past_due'].includes(after.status) ? 1 : 0)
        before = after
      }
    }),
  )
})
