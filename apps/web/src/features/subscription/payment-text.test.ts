import { expect, test } from 'vitest'
import { paymentText } from './payment-text.ts'

const now = Date.parse('2026-11-24T12:00:00.000Z')
const due = {
  plan_display_name: 'Pro',
  next_payment_attempt: '2026-11-26T12:00:00.000Z',
  ends_at: '2026-12-01T12:00:00.000Z',
}

test.each([
  [
    {},
    'Stripe tries again on Nov 26, 2026. Unless that succeeds or you update your card, Pro ends on Dec 1, 2026.',
  ],
  [{ next_payment_attempt: null }, 'There is no further try. Unless you pay, Pro ends on Dec 1, 2026.'],
  [
    { next_payment_attempt: '2026-11-24T11:00:00.000Z' },
    'Stripe is about to try again. Unless that succeeds or you update your card, Pro ends on Dec 1, 2026.',
  ],
  [
    { next_payment_attempt: null, ends_at: '2026-11-24T11:00:00.000Z' },
    'There is no further try. Unless you pay, Pro ends today.',
  ],
])('%o', (change, text) => {
  expect(paymentText({ ...due, ...change }, 'Stripe', now)).toBe(
    `${text} Until then everything keeps working.`,
  )
})
