import { expect, test } from 'vitest'
import { clientIp } from './client-ip.ts'

const alone = clientIp([])
const behind = clientIp(['10.0.0.0/8', 'fd00::/8', '192.0.2.7'])

test('without trusted proxies, the peer is the client, whatever it says', () => {
  expect(alone('203.0.113.5', '1.1.1.1')).toBe('203.0.113.5')
  expect(alone('::ffff:203.0.113.5', undefined)).toBe('203.0.113.5')
  expect(alone(undefined, '1.1.1.1')).toBe('')
})

test.each([
  ['a peer that is no proxy is not believed', '203.0.113.5', '1.1.1.1', '203.0.113.5'],
  ['a proxy that says nothing', '10.0.0.1', undefined, '10.0.0.1'],
  ['a proxy names the client', '10.0.0.1', '203.0.113.5', '203.0.113.5'],
  ['a proxy listed by its address', '192.0.2.7', '203.0.113.5', '203.0.113.5'],
  ['its neighbour is none', '192.0.2.8', '203.0.113.5', '192.0.2.8'],
  ['an IPv4 proxy on an IPv6 socket', '::ffff:10.0.0.1', '203.0.113.5', '203.0.113.5'],
  ['an IPv6 proxy', 'fd00::1', '2001:db8::5', '2001:db8::5'],
  ['what the client wrote before is passed over', '10.0.0.1', '1.1.1.1, 203.0.113.5', '203.0.113.5'],
  ['even if it wrote a proxy’s address', '10.0.0.1', '10.9.9.9, 203.0.113.5', '203.0.113.5'],
  ['a chain of proxies', '10.0.0.1', '203.0.113.5, 10.0.0.3, 10.0.0.2', '203.0.113.5'],
  ['proxies all the way', '10.0.0.1', '10.0.0.3,10.0.0.2', '10.0.0.3'],
  ['a mapped address in the list', '10.0.0.1', '::ffff:203.0.113.5', '203.0.113.5'],
  ['no address ends the walk', '10.0.0.1', '203.0.113.5, unknown', '10.0.0.1'],
  ['nor does a port count', '10.0.0.1', '203.0.113.5:4711', '10.0.0.1'],
  ['nor an empty list', '10.0.0.1', '', '10.0.0.1'],
])('%s', (_name, peer, forwarded, client) => {
  expect(behind(peer, forwarded)).toBe(client)
})
