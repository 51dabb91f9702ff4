import { expect, it } from 'vitest'
import { bitFlips, malformed, swaps, toHex } from '../../vault/vectors/known.ts'
import { newServerSecret, parseServerSecret, serverSecrets } from './server-secret.ts'
import {
  type UsageCommit,
  type UsagePoint,
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
  const links = [commit, ...others].map((other) => toHex(usageLink(other)))
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
