import { expect, test } from 'vitest'
import { apiOrigin, outboundOrigins } from './outbound-origins.ts'

test('every provider, once, and the servers that replace them', () => {
  expect(outboundOrigins(['http://127.0.0.1:4000'])).toEqual([
    'https://api.stripe.com',
    'https://live.dodopayments.com',
    'https://test.dodopayments.com',
    'https://api.lemonsqueezy.com',
    'https://api.polar.sh',
    'https://sandbox-api.polar.sh',
    'http://127.0.0.1:4000',
  ])
})

const foreign = [
  'https://example.com',
  'http://127.0.0.1.example.com',
  'http://127.0.0.1/',
  'ftp://127.0.0.1',
  '',
  '*',
]
test.each(foreign)('%s replaces no provider', (origin) => {
  expect(() => outboundOrigins([origin])).toThrow('is not the origin of a server on this machine')
  const call = () => apiOrigin('polar', { testMode: true, baseUrl: origin })
  expect(call).toThrow(expect.objectContaining({ name: 'PaymentError', failure: 'misconfigured' }))
})
