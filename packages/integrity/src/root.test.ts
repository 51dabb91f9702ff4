import fc from 'fast-check'
import { expect, it } from 'vitest'
import { bitFlips, malformed, swaps, toHex } from '../../vault/vectors/known.ts'
import { type Root, type RootPoint, rootDigest, rootMac, verifyRootMac } from './root.ts'
import { newServerSecret, parseServerSecret, serverSecrets } from './server-secret.ts'
import { VaultError } from './vault-error.ts'

const secrets = serverSecrets([parseServerSecret(newServerSecret())])
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
