import fc from 'fast-check'
import { expect, it } from 'vitest'
import { bitFlips, malformed, swaps, toHex } from '../../vault/vectors/known.ts'
import {
  type ActivityEntry,
  type ActivityPoint,
  activityChainOf,
  activityDigest,
  activityLink,
  activityMac,
  verifyActivityMac,
} from './activity-chain.ts'
import { newServerSecret, parseServerSecret, serverSecrets } from './server-secret.ts'
import { VaultError } from './vault-error.ts'

const secrets = serverSecrets([parseServerSecret(newServerSecret())])
const filled = (byte: number) => new Uint8Array(32).fill(byte)

const number = fc.nat()
const text = fc.string({ unit: 'binary', maxLength: 8 })
const entries: fc.Arbitrary<ActivityEntry> = fc.record({
  sequence: number,
  at: number,
  eventType: text,
  category: text,
  severity: text,
  description: text,
  userId: fc.option(number),
  tokenId: fc.option(text),
  projectId: fc.option(number),
  environmentId: fc.option(number),
  ip: fc.option(text),
  requestId: fc.option(text),
})

it('gives two entries the same digest only if all their fields are the same', () => {
  fc.assert(
    fc.property(
      entries,
      entries,
      fc.constantFrom(...(Object.keys(plain) as (keyof ActivityEntry)[])),
      (one, other, name) => {
        const changed = { ...one, [name]: other[name] }
        expect(toHex(activityDigest(one)) === toHex(activityDigest(changed))).toBe(one[name] === other[name])
      },
    ),
  )
})

const plain: ActivityEntry = {
  sequence: 1,
  at: 2,
  eventType: 'login',
  category: 'account',
  severity: 'low',
  description: 'signed in',
  userId: 3,
  tokenId: null,
  projectId: null,
  environmentId: null,
  ip: null,
  requestId: null,
}

it('distinguishes nothing, an empty text and zero, and a text from the fields beside it', () => {
  const others = [
    plain,
    ...swaps(plain, { ip: ['', '0'], userId: [null, 0], environmentId: [0, 3] }),
    { ...plain, ip: 'ab', requestId: 'c' },
    { ...plain, ip: 'a', requestId: 'bc' },
  ]
  expect(new Set(others.map((entry) => toHex(activityDigest(entry)))).size).toBe(others.length)
})

it.each([
  [{ projectId: 7, userId: 3 }, 'activity/project/7'],
  [{ projectId: 7, userId: null }, 'activity/project/7'],
  [{ projectId: null, userId: 3 }, 'activity/account/3'],
  [{ projectId: null, userId: null }, 'activity/instance'],
])('%j belongs to %s', (entry, chain) => {
  expect(activityChainOf(entry)).toBe(chain)
})

it('gives every step a link of its own', () => {
  const step: Parameters<typeof activityLink>[0] = {
    chain: 'activity/project/7',
    previousLink: filled(1),
    position: 2,
    digest: filled(2),
  }
  const steps = swaps(step, {
    chain: ['activity/project/71', 'activity/account/7', 'usage/7'],
    previousLink: [null, filled(3)],
    position: [1, 3],
    digest: [filled(1)],
  })
  const links = [step, ...steps].map((link) => toHex(activityLink(link)))
  expect(new Set(links).size).toBe(links.length)
})

it('verifies a point of a chain, and refuses every other point, MAC and secret', () => {
  const point: ActivityPoint = { chain: 'activity/instance', position: 5, link: filled(4) }
  const mac = activityMac(secrets, point)
  verifyActivityMac(secrets, point, mac)
  for (const other of swaps(point, { chain: ['activity/account/5'], position: [4], link: [filled(1)] }))
    expect(() => verifyActivityMac(secrets, other, mac)).toThrow(VaultError)
  for (const bad of [...bitFlips(mac), ...malformed(mac)])
    expect(() => verifyActivityMac(secrets, point, bad)).toThrow(VaultError)
  const otherSecrets = serverSecrets([parseServerSecret(newServerSecret())])
  expect(() => verifyActivityMac(otherSecrets, point, mac)).toThrow(VaultError)
})
