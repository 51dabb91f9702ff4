import { expect, test } from 'vitest'
import { ipNetworks, ipRateKey } from './ip-rate-key.ts'

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002:ffff::', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::ffff:192.0.2.7', '::ffff:192.0.2.7'],
  ['', ''],
])('%s counts as %s', (ip, identity) => {
  expect(ipRateKey(ip)).toBe(identity)
})

test.each([
  ['192.0.2.7', ['192.0.2.7']],
  ['2001:db8:1:abcd::9', ['2001:db8:1:abcd::/64', '2001:db8:1:ab00::/56', '2001:db8:1:0::/48']],
])('the networks of %s', (ip, networks) => {
  expect(ipNetworks(ip)).toEqual(networks)
})
