import { expect, it } from 'vitest'
import { providerPage } from './provider-page.ts'

it.each([
  ['https://checkout.stripe.com/c/pay/1', 'https://vault.example'],
  ['https://checkout.stripe.com/c/pay/1', 'http://vault.internal'],
  ['http://vault.internal/checkout/sandbox/1', 'http://vault.internal'],
  ['http://localhost:9999/pay', 'http://127.0.0.1:4680'],
])('leads to %s from %s', (url, origin) => expect(providerPage(url, origin)).toBe(url))

it.each([
  ['http://checkout.example/1', 'https://vault.example'],
  ['http://localhost:9999/pay', 'https://vault.example'],
  ['http://checkout.example/1', 'http://localhost:4680'],
  ['javascript:alert(1)', 'http://localhost:4680'],
  ['data:text/html,1', 'https://vault.example'],
  ['ftp://localhost/1', 'http://localhost:4680'],
])('does not lead to %s from %s', (url, origin) => expect(() => providerPage(url, origin)).toThrow(TypeError))
