import { expect, test } from 'vitest'
import { expiryText } from './api-key-fields.tsx'
import { inDays } from './api-key-values.ts'

const now = new Date(2026, 2, 1, 12)

test.each([
  ['', 'If empty, it works until you delete it.'],
  ['x', 'The date is not complete.'],
  ['2026-03-01T11:59', 'It has expired: its calls are rejected.'],
])('%j reads %j', (value, text) => expect(expiryText(value, now)).toBe(text))

test.each([
  ['2026-03-01T20:00', 'within a day', 'March 1, 2026'],
  ['2026-03-02T12:00', 'in 1 day', 'March 2, 2026'],
  ['2026-05-30T12:00', 'in 90 days', 'May 30, 2026'],
])('%j says how long and until when', (value, howLong, day) => {
  expect(expiryText(value, now)).toContain(`It stops working ${howLong}, on ${day}`)
})

test('days are counted from now, to the minute', () => {
  expect(inDays(90, now)).toBe('2026-05-30T12:00')
})
