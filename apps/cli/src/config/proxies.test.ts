import { expect, test } from 'vitest'
import { proxyFor } from './proxies.ts'

const proxy = 'http://proxy.example:3128'
const through = (server: string, none: string | null = null) =>
  proxyFor(server, { https: proxy, http: proxy, none })?.origin ?? null

test.each([
  ['https://vault.example.com', null, proxy],
  ['http://vault.example.com', null, proxy],
  ['https://localhost', null, null],
  ['http://127.0.0.1:4680', null, null],
  ['http://[::1]:4680', null, null],
  ['https://vault.example.com', '*', null],
  ['https://vault.example.com', 'example.com', null],
  ['https://vault.example.com', 'a.test, .Example.com', null],
  ['https://vault.example.com', 'a.test *.example.com', null],
  ['https://vault.example.com', 'vault.example.com:443', null],
  ['https://vault.example.com', 'vault.example.com:8443', proxy],
  ['https://myexample.com', 'example.com', proxy],
  ['https://10.1.2.3', '10.0.0.0/8', null],
  ['https://11.1.2.3', '10.0.0.0/8', proxy],
  ['https://10.1.2.3', '2.3', proxy],
  ['https://[fd00::1]', 'fd00::/8', null],
  ['https://[fd00::1]', 'fd00::1', null],
  ['https://[fd00::1]:8443', '[fd00::1]:8443', null],
  ['https://vault.example.com', '10.0.0.0/99,,/', proxy],
])('%s with NO_PROXY %s goes through %s', (server, none, expected) =>
  expect(through(server, none)).toBe(expected),
)

test('a scheme may be omitted, and another kind of proxy is rejected without showing its password', () => {
  const of = (https: string) => proxyFor('https://vault.example.com', { https, http: null, none: null })
  expect(of('user:secret@proxy.example:3128')?.host).toBe('proxy.example:3128')
  expect(() => of('socks5://user:secret@proxy.example')).toThrow(/^HTTPS_PROXY is not the URL/)
  for (const password of ['se#cret', 'se/cret', '12#cret', '12/cret', '12?cret']) {
    expect(() => of(`http://user:${password}@proxy.example:3128`)).toThrow(/^HTTPS_PROXY is not the URL/)
    expect(() => of(`http://user:${password}@proxy.example:3128`)).not.toThrow(password)
  }
  expect(proxyFor('http://vault.example.com', { https: proxy, http: null, none: null })).toBeNull()
})
