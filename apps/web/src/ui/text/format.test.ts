import { expect, it } from 'vitest'
import { formatAmount, formatCount } from './format.ts'

it.each([
  [5_000, 'USD', '$50.00'],
  [5_000, 'eur', '€50.00'],
  [500, 'JPY', '¥500'],
  [1_500, 'KWD', 'KWD\u00a01.500'],
  [-250, 'USD', '-$2.50'],
  [5_000, '???', '5,000 ??? (minor unit)'],
])('%d of %s is %s', (amount, currency, text) => expect(formatAmount(amount, currency)).toBe(text))

it('says one as one', () => {
  expect([0, 1, 1_200].map((count) => formatCount(count, 'environment'))).toEqual([
    '0 environments',
    '1 environment',
    '1,200 environments',
  ])
  expect([
    formatCount(1, 'entry', 'entries'),
    formatCount(2, 'entry', 'entries'),
    formatCount(1_200),
  ]).toEqual(['1 entry', '2 entries', '1,200'])
})
