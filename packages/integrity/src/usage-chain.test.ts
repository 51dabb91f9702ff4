import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bitFlips, malformed, swaps, toHex } from '../../vault/vectors/known.ts'
import { newServerSecret, parseServerSecret, serverSecrets } from './server-secret.ts'
import {
  type CountedUsage,
  countUsage,
  packUsage,
  type UsageCall,
  type UsageCommit,
  type UsagePoint,
  unpackUsage,
  usageDigest,
  usageLink,
  usageMac,
  verifyUsageMac,
} from './usage-chain.ts'
import { VaultError } from './vault-error.ts'

const secrets = serverSecrets([parseServerSecret(newServerSecret())])
const filled = (byte: number) => new Uint8Array(32).fill(byte)
const one = { last: 3, digest: filled(1) }
const two = { last: 5, digest: filled(2) }
const commit: UsageCommit = { projectId: 7, previousLink: filled(9), first: 2, at: 5, packs: [one, two] }

it('gives every commit a link of its own', () => {
  const others = swaps(commit, {
    projectId: [8],
    previousLink: [null, filled(8)],
    first: [1, 3],
    at: [4],
    packs: [
      [],
      [one],
      [two, one],
      [one, two, two],
      [{ ...one, last: 4 }, two],
      [
        { ...one, digest: two.digest },
        { ...two, digest: one.digest },
      ],
    ],
  })
  const links = [commit, ...others].map((entry) => toHex(usageLink(entry)))
  expect(new Set(links).size).toBe(links.length)
})

it('distinguishes the key of a pack from its entries', () => {
  expect(usageDigest('ab', 'c')).not.toEqual(usageDigest('a', 'bc'))
})

it('verifies a point of a chain, and refuses every other point, MAC and secret', () => {
  const point: UsagePoint = { projectId: 7, sequence: 5, link: usageLink(commit) }
  const mac = usageMac(secrets, point)
  verifyUsageMac(secrets, point, mac)
  for (const other of swaps(point, { projectId: [8], sequence: [4], link: [filled(1)] })) {
    expect(() => verifyUsageMac(secrets, other, mac)).toThrow(VaultError)
  }
  for (const bad of [...bitFlips(mac), ...malformed(mac)]) {
    expect(() => verifyUsageMac(secrets, point, bad)).toThrow(VaultError)
  }
  const otherSecrets = serverSecrets([parseServerSecret(newServerSecret())])
  expect(() => verifyUsageMac(otherSecrets, point, mac)).toThrow(VaultError)
})

const call: UsageCall = {
  durationUs: 412,
  requestId: 'a1',
  status: 200,
  variables: 3,
  environmentId: 7,
  environmentName: 'production',
  method: 'GET',
  endpoint: '/v1/inject',
  ip: '203.0.113.7',
  calls: 1,
}
const written = '[1,[412,"a1",200,3,7,"production","GET","/v1/inject","203.0.113.7",1]]'

const count = fc.oneof(fc.nat(3), fc.maxSafeNat())
const text = fc.oneof(fc.constantFrom('', 'GET', '\0', '\ud800', '"],['), fc.string({ unit: 'binary' }))
const calls = fc.array(
  fc.record<UsageCall>({
    durationUs: count,
    requestId: text,
    status: count,
    variables: count,
    environmentId: fc.option(count),
    environmentName: text,
    method: text,
    endpoint: text,
    ip: text,
    calls: count,
  }),
  { maxLength: 6 },
)

it('reads what it wrote, for any calls', () => {
  fc.assert(
    fc.property(calls, (written) => {
      const packed = packUsage(written)
      expect(unpackUsage(packed)).toEqual(written)
      // PostgreSQL stores no NUL, and UTF-8 no lone surrogate.
      expect(packed.isWellFormed() && !packed.includes('\0')).toBe(true)
    }),
    { numRuns: 1000 },
  )
})

it('visits the entries for their sums as it reads them', () => {
  fc.assert(
    fc.property(calls, (written) => {
      const visited: CountedUsage[] = []
      countUsage(packUsage(written), (call) => visited.push({ ...call }))
      expect(visited).toEqual(
        written.map(({ durationUs, status, variables, calls }) => ({ durationUs, status, variables, calls })),
      )
    }),
  )
  expect(() => countUsage('[1,[412]]', () => undefined)).toThrow(VaultError)
})

it('omits what repeats at the end of an entry', () => {
  expect(packUsage([call])).toBe(written)
  expect(packUsage([call, { ...call, durationUs: 5, requestId: 'b2' }, { ...call, requestId: 'b2' }])).toBe(
    written.replace(/\]$/, ',[5,"b2"],[412]]'),
  )
  expect(packUsage([call, call])).toBe(written.replace(/\]$/, ',[]]'))
})

describe('refuses', () => {
  it.each([
    ['no text', ''],
    ['another version', written.replace('[1,', '[2,')],
    ['an object', '{"0":1}'],
    ['white space', `${written} `],
    ['a first entry that is too short', '[1,[412]]'],
    ['a field too many', written.replace(']]', ',1]]')],
    ['another type', written.replace('412', '"412"')],
    ['null where there is always a value', written.replace('"a1"', 'null')],
    ['a negative number', written.replace('412', '-412')],
    ['a fraction', written.replace('412', '4.5')],
    ['another spelling of a number', written.replace('412', '4.12e2')],
    ['another spelling of a text', written.replace('a1', '\\u00611')],
    ['a repeated field', written.replace(/\]$/, ',[5,"b2",200]]')],
  ])('%s', (_, bad) => {
    expect(() => unpackUsage(bad)).toThrow(VaultError)
  })
})
