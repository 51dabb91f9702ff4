import { expect, test } from 'vitest'
import { untilText } from './api-key-outcome.tsx'
import { inDays } from './api-key-values.ts'

const now = new Date(2026, 2, 1, 12)

test.each([
  ['', 'you delete it'],
  ['x', 'the date is not complete'],
  ['2026-03-01T11:59', 'it has expired: its calls are rejected'],
])('%j reads %j', (value, text) => expect(untilText(value, now)).toBe(text))

test.each([
  ['2026-03-01T20:00', 'within a day', 'Mar 1, 2026'],
  ['2026-03-02T12:00', 'in 1 day', 'Mar 2, 2026'],
  ['2026-05-30T12:00', 'in 90 days', 'May 30, 2026'],
])('%j says how long and until when', (value, howLong, day) => {
  expect(untilText(value, now)).toBe(`${day}, ${howLong}`)
})

test('days are counted from now, to the minute', () => {
  expect(inDays(90, now)).toBe('2026-05-30T12:00')
})
