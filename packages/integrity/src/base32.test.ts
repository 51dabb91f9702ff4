import { expect, it } from 'vitest'
import { encodeBase32 } from './base32.ts'

it.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('RFC 4648, section 10: %j is %s', (text, encoded) => expect(encodeBase32(Buffer.from(text))).toBe(encoded))

it('has 32 characters for 20 bytes', () => {
  expect(encodeBase32(new Uint8Array(20).fill(255))).toBe('7'.repeat(32))
})
