import { expect, it } from 'vitest'
import { statusTone } from './badge.tsx'

it.each([
  [200, 'good'],
  [299, 'good'],
  [300, 'warn'],
  [304, 'warn'],
  [399, 'warn'],
  [400, 'bad'],
  [429, 'bad'],
  [503, 'bad'],
])('%i is %s', (status, tone) => {
  expect(statusTone(status)).toBe(tone)
})
