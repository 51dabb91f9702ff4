import { expect, it } from 'vitest'
import { amountText } from './amount-text.ts'

it.each([
  [5_000, 'USD', '$50.00'],
  [5_000, 'eur', '€50.00'],
  [500, 'JPY', '¥500'],
  [1_500, 'KWD', 'KWD\u00a01.500'],
  [-250, 'USD', '-$2.50'],
  [5_000, '???', '5,000 ??? (minor unit)'],
])('%d of %s is %s', (amount, currency, text) => expect(amountText(amount, currency)).toBe(text))
