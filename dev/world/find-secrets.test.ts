import { expect, test } from 'vitest'
import { SecretSearch } from './find-secrets.ts'

const secret = 'Q7x"ä/+kZp0Tn4vBw9LmYc2R'
const search = new SecretSearch(['another-secret-altogether', secret])
const bytes = Buffer.from(secret)
const hex = bytes.toString('hex')

test.each([
  ['as it is', bytes],
  ['its first half', bytes.subarray(0, 20)],
  ['its last half', bytes.subarray(bytes.length - 20)],
  ['base64', Buffer.from(bytes.toString('base64'))],
  ['base64, a byte in', Buffer.from(Buffer.concat([Buffer.from('{'), bytes]).toString('base64'))],
  ['base64, two bytes in', Buffer.from(Buffer.concat([Buffer.from('{"'), bytes]).toString('base64'))],
  ['base64url', Buffer.from(bytes.toString('base64url'))],
  ['hex', Buffer.from(hex)],
  ['HEX', Buffer.from(hex.toUpperCase())],
  ['percent', Buffer.from(encodeURIComponent(secret))],
  ['every byte percent', Buffer.from(hex.replace(/../g, '%$&'))],
  ['JSON', Buffer.from(JSON.stringify({ secret }))],
  ['UTF-16', Buffer.from(secret, 'utf16le')],
  ['UTF-16, big end first', Buffer.from(secret, 'utf16le').swap16()],
])('finds a secret written down %s', (_, written) => {
  for (const before of ['', 'x', 'some text before ']) {
    const haystack = Buffer.concat([Buffer.from(before), written, Buffer.from(' after')])
    expect([...search.in(haystack)]).toEqual([secret])
  }
})

test('finds nothing in nothing, and nothing in something else', () => {
  expect([...search.in(Buffer.alloc(0))]).toEqual([])
  expect([...search.in(Buffer.from('Q7x is how it starts'.repeat(1_000)))]).toEqual([])
})
