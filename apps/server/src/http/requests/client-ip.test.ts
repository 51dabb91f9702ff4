import { expect, test } from 'vitest'
import { clientIp } from './client-ip.ts'

const alone = clientIp([])
const behind = clientIp(['10.0.0.0/8', 'fd00::/8', '192.0.2.7'])

test('without trusted proxies, the peer is the client, whatever its headers contain', () => {
  expect(alone('203.0.113.5', '1.1.1.1')).toBe('203.0.113.5')
  expect(alone('::ffff:203.0.113.5', undefined)).toBe('203.0.113.5')
  expect(alone(undefined, '1.1.1.1')).toBe('')
})

test.each([
  ['the header of a peer that is no proxy is ignored', '203.0.113.5', '1.1.1.1', '203.0.113.5'],
  ['a proxy that sends no header', '10.0.0.1', undefined, '10.0.0.1'],
  ['a proxy names the client', '10.0.0.1', '203.0.113.5', '203.0.113.5'],
  ['a proxy listed by its address', '192.0.2.7', '203.0.113.5', '203.0.113.5'],
  ['an IP address beside the listed one is no proxy', '192.0.2.8', '203.0.113.5', '192.0.2.8'],
  ['an IPv4 proxy on an IPv6 socket', '::ffff:10.0.0.1', '203.0.113.5', '203.0.113.5'],
  ['an IPv6 proxy', 'fd00::1', '2001:db8::5', '2001:db8::5'],
  ['what the client wrote itself is ignored', '10.0.0.1', '1.1.1.1, 203.0.113.5', '203.0.113.5'],
  [
    'a proxy’s IP address that the client wrote is ignored',
    '10.0.0.1',
    '10.9.9.9, 203.0.113.5',
    '203.0.113.5',
  ],
  ['a chain of proxies', '10.0.0.1', '203.0.113.5, 10.0.0.3, 10.0.0.2', '203.0.113.5'],
  ['only proxies in the list', '10.0.0.1', '10.0.0.3,10.0.0.2', '10.0.0.3'],
  ['a mapped address in the list', '10.0.0.1', '::ffff:203.0.113.5', '203.0.113.5'],
  ['an entry that is no IP address ends the list', '10.0.0.1', '203.0.113.5, unknown', '10.0.0.1'],
  ['an entry with a port', '10.0.0.1', '203.0.113.5:4711', '203.0.113.5'],
  ['an entry of IPv6 with a port', '10.0.0.1', '1.1.1.1, [2001:db8::5]:443', '2001:db8::5'],
  ['an entry of IPv6 in brackets', '10.0.0.1', '[2001:db8::5]', '2001:db8::5'],
  ['a proxy with a port', '10.0.0.1', '203.0.113.5, 10.0.0.2:80', '203.0.113.5'],
  ['a port that is not a number ends the list', '10.0.0.1', '203.0.113.5:http', '10.0.0.1'],
  ['an empty list', '10.0.0.1', '', '10.0.0.1'],
])('%s', (_name, peer, forwarded, client) => {
  expect(behind(peer, forwarded)).toBe(client)
})

test('an entry of a trusted proxy that cannot be read is reported with the proxy', () => {
  const proxies: string[] = []
  const ipOf = clientIp(['10.0.0.0/8'], (proxy) => proxies.push(proxy))
  for (const forwarded of ['203.0.113.5', 'a, 203.0.113.5', '', undefined]) ipOf('10.0.0.1', forwarded)
  ipOf('203.0.113.5', 'unknown')
  expect(proxies).toEqual([])
  expect(ipOf('10.0.0.1', 'unknown')).toBe('10.0.0.1')
  expect(proxies).toEqual(['10.0.0.1'])
})
