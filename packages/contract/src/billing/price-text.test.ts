import { expect, it } from 'vitest'
import { priceText } from './price-text.ts'

it.each([
  [0, '$0'],
  [5, '$5'],
  [4.5, '$4.50'],
  [1_200, '$1,200'],
])('a price of %d is %s', (price, text) => expect(priceText(price)).toBe(text))
