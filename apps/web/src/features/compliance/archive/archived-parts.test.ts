import { expect, test } from 'vitest'
import { daysText, expiryTone } from './archived-parts.tsx'

test.each([
  [0, 'bad', 'Expired'],
  [1, 'bad', '1 day left'],
  [3, 'bad', '3 days left'],
  [4, 'warn', '4 days left'],
  [7, 'warn', '7 days left'],
  [8, 'good', '8 days left'],
  [30, 'good', '30 days left'],
])('%i days: %s, %s', (days, tone, text) => {
  expect(expiryTone(days)).toBe(tone)
  expect(daysText(days)).toBe(text)
})
