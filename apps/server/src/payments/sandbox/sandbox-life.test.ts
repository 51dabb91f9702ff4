import fc from 'fast-check'
import { expect, test } from 'vitest'
import { actionsOf, addInterval, advance, changeOf, type SandboxSubscription } from './sandbox-life.ts'

const at = (text: string) => Date.parse(`${text}T12:00:00Z`)
const subscription: SandboxSubscription = {
  id: 'a',
  user_id: 1,
  checkout_id: 'c',
  price_ref: 'pro-monthly',
  billing_interval: 'monthly',
  total: 500,
  status: 'active',
  period_start: at('2027-01-31'),
  period_end: at('2027-02-28'),
  cancel_at: null,
  ended_at: null,
  return_url: 'http://localhost/',
  credit: 0,
}

test.each([
  ['2027-01-31', 'monthly', '2027-02-28'],
  ['2028-01-31', 'monthly', '2028-02-29'],
  ['2027-12-15', 'monthly', '2028-01-15'],
  ['2028-02-29', 'yearly', '2029-02-28'],
] as const)('%s %s is followed by %s', (from, interval, to) => {
  expect(addInterval(at(from), interval)).toBe(at(to))
})

test('a server that was off for years catches up, with a bounded number of invoices', () => {
  const change = advance(subscription, at('2037-01-01'), true)
  expect(change?.subscription.status).toBe('active')
  expect(change?.subscription.period_end).toBeGreaterThan(at('2037-01-01'))
  expect(change?.invoices).toHaveLength(24)
})

const steps = fc.array(
  fc.record({
    action: fc.constantFrom('cancel', 'resume', 'renew', 'fail_renewal', 'pay', 'end', 'refund'),
    afterDays: fc.integer({ min: 0, max: 400 }),
    testMode: fc.boolean(),
  }),
  { maxLength: 12 },
)

test('in any history: what has ended stays so, and reading twice changes nothing', () => {
  fc.assert(
    fc.property(steps, (history) => {
      let now = subscription.period_start
      let state = subscription
      for (const { action, afterDays, testMode } of history) {
        now += afterDays * 86_400_000
        const before = state
        state = advance(state, now, testMode)?.subscription ?? state
        expect(advance(state, now, testMode)).toBeUndefined()
        if (before.status === 'ended') expect(state).toEqual(before)
        if (state.status === 'active') expect(state.period_end).toBeGreaterThan(now)
        if (actionsOf(state, { testMode, hasPaid: true }).includes(action))
          state = changeOf(action, state, now).subscription
        if (state.status === 'ended') expect(state.cancel_at).toBeNull()
      }
    }),
    { numRuns: 2_000 },
  )
})
