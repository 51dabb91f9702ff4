import { expect, test } from 'vitest'
import { isLoopback, parseServerUrl } from './server-url.ts'

test.each([
  ['https://Vault.Example.com/', 'https://vault.example.com'],
  ['vault.example.com', 'https://vault.example.com'],
  ['localhost:4680', 'http://localhost:4680'],
  ['127.0.0.1:1', 'http://127.0.0.1:1'],
  ['https://a.example/envhold//', 'https://a.example/envhold'],
])('%s is %s', (typed, address) => expect(parseServerUrl(typed)).toBe(address))

test.each([
  '',
  'ftp://a.example',
  'https://user:pw@a.example',
  'https://a.example/?x=1',
  'https://',
  'file:///etc',
])('“%s” is rejected, and not shown', (typed) =>
  expect(() => parseServerUrl(typed)).toThrow(/^The server’s URL (?!.*pw)/),
)

test('this machine is recognised by all its names', () => {
  for (const server of ['http://localhost:1', 'http://127.1.2.3', 'http://[::1]:1', 'http://a.localhost'])
    expect(isLoopback(server)).toBe(true)
  for (const server of ['http://127.0.0.1.evil.example', 'http://localhost.evil.example', 'https://10.0.0.1'])
    expect(isLoopback(server)).toBe(false)
})
