import { expect, test } from 'vitest'
import { graceTime } from './grace-time.ts'

const hour = 3_600_000
const day = 24 * hour
const now = Date.parse('2026-03-01T10:00:00.000Z')
const at = (leftMs: number) => graceTime(new Date(now + leftMs).toISOString(), now)

test.each([
  [30 * day, 30, false, '30 days left'],
  [3 * day + 1, 4, false, '4 days left'],
  [3 * day, 3, true, '3 days left'],
  [day + 1, 2, true, '2 days left'],
  [day, 1, true, '24 hours left'],
  [23 * hour + 1, 1, true, '24 hours left'],
  [hour, 1, true, '1 hour left'],
  [1, 1, true, '1 hour left'],
  [0, 0, true, 'Expired'],
  [-day, 0, true, 'Expired'],
])('%i ms before the end: %i days, urgent %s, %s', (leftMs, days, isUrgent, text) => {
  expect(at(leftMs)).toEqual({ days, isUrgent, text })
})
