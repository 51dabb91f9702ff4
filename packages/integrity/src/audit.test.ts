import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bitFlips, malformed, swaps, toHex } from '../../vault/vectors/known.ts'
import {
  auditMac,
  type Root,
  type RootPoint,
  rootDigest,
  rootMac,
  verifyAudit,
  verifyRootMac,
} from './audit.ts'
import { utf8 } from './context.ts'
import { newServerSecret, parseServerSecret, serverSecrets } from './server-secret.ts'
import { VaultError } from './vault-error.ts'

const secrets = serverSecrets([parseServerSecret(newServerSecret())])
const entry = utf8('signed in')
const first = auditMac(secrets, { chain: 'activity', sequence: 1, previousMac: null, entry })
const second = auditMac(secrets, { chain: 'activity', sequence: 2, previousMac: first, entry })

it('verifies a chain', () => {
  verifyAudit(secrets, { chain: 'activity', sequence: 1, previousMac: null, entry }, first)
  verifyAudit(secrets, { chain: 'activity', sequence: 2, previousMac: first, entry }, second)
})

describe('refuses', () => {
  it('another entry, place, chain or predecessor', () => {
    expect(() =>
      verifyAudit(
        secrets,
        { chain: 'activity', sequence: 2, previousMac: first, entry: utf8('signed out') },
        second,
      ),
    ).toThrow(VaultError)
    expect(() =>
      verifyAudit(secrets, { chain: 'activity', sequence: 3, previousMac: first, entry }, second),
    ).toThrow(VaultError)
    expect(() =>
      verifyAudit(secrets, { chain: 'usage', sequence: 2, previousMac: first, entry }, second),
    ).toThrow(VaultError)
    expect(() =>
      verifyAudit(secrets, { chain: 'activity', sequence: 2, previousMac: null, entry }, second),
    ).toThrow(VaultError)
    expect(() =>
      verifyAudit(secrets, { chain: 'activity', sequence: 2, previousMac: second, entry }, second),
    ).toThrow(VaultError)
  })

  it('every single-bit flip and other length of the MAC, and another secret', () => {
    for (const bad of [...bitFlips(second), ...malformed(second)]) {
      expect(() =>
        verifyAudit(secrets, { chain: 'activity', sequence: 2, previousMac: first, entry }, bad),
      ).toThrow(VaultError)
    }
    const other = serverSecrets([parseServerSecret(newServerSecret())])
    expect(() =>
      verifyAudit(other, { chain: 'activity', sequence: 2, previousMac: first, entry }, second),
    ).toThrow(VaultError)
  })
})

const filled = (byte: number) => new Uint8Array(32).fill(byte)

const digestOf = (points: readonly RootPoint[]) => {
  const digest = rootDigest()
  for (const point of points) digest.add(point)
  return toHex(digest.finish())
}

const points: fc.Arbitrary<RootPoint[]> = fc.array(
  fc.record({
    chain: fc.string({ maxLength: 4 }),
    sequence: fc.nat(3),
    at: fc.nat(3),
    link: fc.constantFrom(filled(1), filled(2)),
  }),
  { maxLength: 4 },
)

it('gives two lists of points the same digest only if they are the same', () => {
  fc.assert(
    fc.property(points, points, (one, other) => {
      const text = (list: RootPoint[]) => JSON.stringify(list.map(({ link, ...rest }) => [rest, toHex(link)]))
      expect(digestOf(one) === digestOf(other)).toBe(text(one) === text(other))
    }),
    { numRuns: 500 },
  )
})

it('verifies a root, and refuses every other root, MAC and secret', () => {
  const root: Root = { number: 3, previousMac: filled(1), at: 5, chains: 2, digest: filled(2) }
  const mac = rootMac(secrets, root)
  verifyRootMac(secrets, root, mac)
  const others = swaps(root, {
    number: [2, 4],
    previousMac: [null, filled(2)],
    at: [4],
    chains: [1],
    digest: [filled(1)],
  })
  for (const other of others) expect(() => verifyRootMac(secrets, other, mac)).toThrow(VaultError)
  for (const bad of [...bitFlips(mac), ...malformed(mac)])
    expect(() => verifyRootMac(secrets, root, bad)).toThrow(VaultError)
  const otherSecrets = serverSecrets([parseServerSecret(newServerSecret())])
  expect(() => verifyRootMac(otherSecrets, root, mac)).toThrow(VaultError)
})
