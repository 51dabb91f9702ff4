import { expect, test } from 'vitest'
import { isPlainHttp } from './plain-http-note.tsx'

test.each([
  ['https:', 'vault.example.com', false],
  ['http:', 'localhost', false],
  ['http:', '127.0.0.1', false],
  ['http:', '[::1]', false],
  ['http:', 'vault.internal', true],
  ['http:', 'localhost.example.com', true],
])('%s//%s is plain http over a network: %s', (protocol, hostname, expected) => {
  expect(isPlainHttp({ protocol, hostname })).toBe(expected)
})
