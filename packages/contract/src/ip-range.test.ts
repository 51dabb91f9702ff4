import { BlockList, isIP } from 'node:net'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ipMatcher, isIpOrRange, parseIpAddress, unmappedIp } from './ip-range.ts'

const familyOf = (address: string) => (isIP(address) === 4 ? 'ipv4' : 'ipv6')
const nearlyAddress = fc.stringMatching(/^[0-9a-f:.]{0,24}$/)
const anyAddress = fc.oneof(fc.ipV4(), fc.ipV6())

test.each(['', ':', ':::', '1::2::3', '1:2:3:4:5:6:7', '1:2:3:4:5:6:7:8:9', '1:2:3:4:5:6:7::8:9', '::1.2.3'])(
  '%j is no address',
  (text) => expect(parseIpAddress(text)).toBeUndefined(),
)
test.each(['01.2.3.4', '1.2.3.256', '1.2.3', '0x1.2.3.4', '1.2.3.4%eth0', '1.2.3.4::', '[::1]'])(
  '%j is none either',
  (text) => expect(parseIpAddress(text)).toBeUndefined(),
)

test('takes the addresses that Node takes', () => {
  const examples: [string][] = [['1:2:3:4:5:6:7::'], ['::2:3:4:5:6:7:8'], ['1:2:3:4:5:6:1.2.3.4'], ['::']]
  fc.assert(
    fc.property(fc.oneof(anyAddress, nearlyAddress), (text) => {
      expect(parseIpAddress(text) !== undefined).toBe(isIP(text) !== 0)
    }),
    { examples, numRuns: 5_000 },
  )
})

test('matches what Node’s block list matches', () => {
  const near = fc.tuple(anyAddress, fc.nat(128), anyAddress, fc.boolean())
  fc.assert(
    fc.property(near, ([network, length, other, isSame]) => {
      const bits = Math.min(length, isIP(network) === 4 ? 32 : 128)
      const address = isSame ? network : other
      const list = new BlockList()
      list.addSubnet(network, bits, familyOf(network))
      const range = `${network}/${bits}`
      expect(isIpOrRange(range)).toBe(true)
      expect(ipMatcher([range])(address), `${address} in ${range}`).toBe(
        list.check(address, familyOf(address)),
      )
    }),
    { numRuns: 5_000 },
  )
})

test('an IPv4 address mapped into IPv6 is itself, in the list and outside of it', () => {
  const office = ipMatcher(['10.0.0.0/8', '::ffff:192.0.2.0/120'])
  expect(['10.1.2.3', '::ffff:10.1.2.3', '::FFFF:a01:203', '192.0.2.9'].map(office)).toEqual(
    Array(4).fill(true),
  )
  expect(['11.0.0.1', '::ffff:11.0.0.1', '192.0.3.1', '::10.1.2.3', '', 'x'].map(office)).toEqual(
    Array(6).fill(false),
  )
})

test('a zone is no part of the address, and none may be in a list', () => {
  expect(parseIpAddress('fe80::1%eth0')).toEqual(parseIpAddress('fe80::1'))
  expect(ipMatcher(['fe80::/10'])('fe80::1%eth0')).toBe(true)
  expect(isIpOrRange('fe80::1%eth0')).toBe(false)
})

test.each([
  ['::ffff:203.0.113.5', '203.0.113.5'],
  ['::ffff:cb00:7105', '203.0.113.5'],
  ['203.0.113.5', '203.0.113.5'],
  ['2001:db8::5', '2001:db8::5'],
  ['unknown', 'unknown'],
])('%s is written %s', (text, written) => expect(unmappedIp(text)).toBe(written))

test.each([
  '10.0.0.0/33',
  '::/129',
  '10.0.0.0/08',
  '10.0.0.0/',
  '10.0.0.0/8/8',
  '/8',
  '10.0.0.0/-1',
  'x'.repeat(9_000),
])('%j is no range', (text) => expect(isIpOrRange(text)).toBe(false))
