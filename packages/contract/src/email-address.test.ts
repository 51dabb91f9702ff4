import { domainToASCII } from 'node:url'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withAsciiHost } from './email-address.ts'
import { email } from './fields.ts'

test.each([
  ['grace@bücher.example', 'grace@xn--bcher-kva.example'],
  // The same letters, decomposed, and in capitals.
  ['grace@bu\u0308cher.example', 'grace@xn--bcher-kva.example'],
  ['grace@BÜCHER.example', 'grace@xn--bcher-kva.example'],
  ['ivan@почта.рф', 'ivan@xn--80a1acny.xn--p1ai'],
  ['mei@例え。テスト', 'mei@xn--r8jz45g.xn--zckzah'],
  ['Grace.O+x@Example.com', 'Grace.O+x@Example.com'],
])('%s is stored as %s', (typed, stored) => {
  expect(email.parse(typed)).toBe(stored)
  expect(email.parse(stored)).toBe(stored)
})

test.each([
  'grâce@example.com',
  'grace@ü',
  'grace@bücher.example/x',
  'grace@\u200b.example',
  'grace@é@bücher.de',
  '',
])('%j is no address', (typed) => {
  expect(email.safeParse(typed).error?.issues[0]?.message).toBe('Invalid email address')
})

test('agrees with Node about every host, and leaves other texts alone', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-zà-öα-ω]{1,10}$/u), (label) => {
      expect(withAsciiHost(`a@${label}.example`)).toBe(`a@${domainToASCII(`${label}.example`)}`)
    }),
  )
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme-ascii' }), (text) => {
      expect(withAsciiHost(text)).toBe(text)
    }),
  )
})
