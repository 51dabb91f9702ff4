import { stretchPassword } from '@envhold/integrity/argon2.ts'
import { lp, publicKeyHash, u8, u32, u64 } from '@envhold/integrity/context.ts'
import { importKey, keyBytes } from '@envhold/integrity/key.ts'
import {
  newServerSecret,
  parseServerSecret,
  serverKeys,
  serverSecrets,
} from '@envhold/integrity/server-secret.ts'
import { VaultError } from '@envhold/integrity/vault-error.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { bitFlips, malformed, swaps, toHex } from '../vectors/known.ts'
import { openCa1, sealCa1 } from './ca1.ts'
import { keyPairFromSeed, newSeed } from './key-pair.ts'
import { openUserKey, rewrapUserKey, sealUserKey, userKeyKid } from './user-key.ts'

const argon2 = { memory: 19456, passes: 2, parallelism: 1 }
const secretOf = (kid: number) => parseServerSecret(newServerSecret(kid))
const [first, second] = [secretOf(1), secretOf(2)]
const secrets = serverSecrets([first])
const seed = newSeed()
const { publicKey } = keyPairFromSeed(seed)
const masterPassword = 'pässword'
const at = { user: 5, keyVersion: 1 }
let stored: Parameters<typeof rewrapUserKey>[0]

beforeAll(async () => {
  const blob = await sealUserKey({ ...at, seed, masterPassword, serverSecrets: secrets, argon2 })
  stored = { ...at, publicKey, serverSecrets: secrets, blob }
})

describe('a user key', () => {
  it('opens with the master password', async () => {
    expect(stored.blob.length).toBe(223)
    expect((await openUserKey({ ...stored, masterPassword })).equals(seed)).toBe(true)
  })

  it('accepts the password however a keyboard composed it', async () => {
    const decomposed = masterPassword.normalize('NFD')
    expect(decomposed).not.toBe(masterPassword)
    expect((await openUserKey({ ...stored, masterPassword: decomposed })).equals(seed)).toBe(true)
  })

  it.each(['', 'password', 'pässword ', 'Pässword', '\ud800'])('rejects the password %j', async (wrong) => {
    await expect(openUserKey({ ...stored, masterPassword: wrong })).rejects.toThrow(VaultError)
  })

  it('costs 64 MiB and three passes by default', async () => {
    const blob = await sealUserKey({ ...at, seed, masterPassword, serverSecrets: secrets })
    const context = lp('eh1/user-key-outer', u8(1), u64(5), u32(1), publicKeyHash(publicKey))
    const inner = openCa1(serverKeys(secrets, 1).outer, context, blob.subarray(2))
    expect(toHex(inner.subarray(0, 11))).toBe(['01', '01', '00010000', '00000003', '01'].join(''))
    expect((await openUserKey({ ...stored, blob, masterPassword })).equals(seed)).toBe(true)
  })

  it('rejects every single-bit flip and every other length before it tries any password', () => {
    for (const blob of [...bitFlips(stored.blob), ...malformed(stored.blob)]) {
      expect(() => rewrapUserKey({ ...stored, blob })).toThrow(VaultError)
    }
  })

  it('rejects another user, key version, public key or server secret', async () => {
    const others = {
      user: [4, 6],
      keyVersion: [0, 2],
      publicKey: [keyPairFromSeed(newSeed()).publicKey],
      serverSecrets: [serverSecrets([second]), serverSecrets([secretOf(1)])],
    }
    for (const other of swaps(stored, others)) {
      await expect(openUserKey({ ...other, masterPassword })).rejects.toThrow(VaultError)
    }
  })

  it.each([
    [{ memory: 19455 }],
    [{ memory: 262145 }],
    [{ passes: 1 }],
    [{ passes: 11 }],
    [{ parallelism: 0 }],
    [{ parallelism: 5 }],
    [{ memory: 20000.5 }],
  ])('is not created at a cost of %o', async (bad) => {
    const cost = { ...argon2, ...bad }
    const made = sealUserKey({ ...at, seed, masterPassword, serverSecrets: secrets, argon2: cost })
    await expect(made).rejects.toThrow(VaultError)
  })

  // Only an attacker with the server secret can write such blobs. They are rejected too, before they cost anything.
  const outer = (inner: Uint8Array) => {
    const context = lp('eh1/user-key-outer', u8(1), u64(5), u32(1), publicKeyHash(publicKey))
    return Buffer.concat([Uint8Array.of(1, 1), sealCa1(serverKeys(secrets, 1).outer, context, inner)])
  }
  const headerOf = (start: number[], memory: number, passes: number, lanes: number) =>
    Buffer.concat([Uint8Array.from(start), u32(memory), u32(passes), u8(lanes), new Uint8Array(16)])

  it.each([
    ['too cheap', 8, 1, 1],
    ['too dear', 4_000_000, 100, 1],
    ['of too many lanes', 19456, 2, 255],
  ])('is not opened with a header that is %s', async (_, memory, passes, lanes) => {
    const inner = Buffer.concat([headerOf([1, 1], memory, passes, lanes), new Uint8Array(113)])
    await expect(openUserKey({ ...stored, blob: outer(inner), masterPassword })).rejects.toThrow(VaultError)
  })

  it('opens only with a header of this version and KDF, even if sealed correctly', async () => {
    const openedWith = async (start: number[]) => {
      const header = headerOf(start, 19456, 2, 1)
      const kek = importKey(await stretchPassword(masterPassword, header.subarray(11), argon2))
      const context = lp('eh1/user-key', u64(5), u32(1), header, publicKeyHash(publicKey))
      const inner = Buffer.concat([header, sealCa1(kek, context, keyBytes(seed))])
      return await openUserKey({ ...stored, blob: outer(inner), masterPassword })
    }
    expect((await openedWith([1, 1])).equals(seed)).toBe(true)
    await expect(openedWith([2, 1])).rejects.toThrow(VaultError)
    await expect(openedWith([1, 2])).rejects.toThrow(VaultError)
  })
})

describe('rotating the server secret', () => {
  it('moves the outer layer to the newest kid without a password', async () => {
    const both = serverSecrets([first, second])
    const blob = rewrapUserKey({ ...stored, serverSecrets: both })
    expect([userKeyKid(stored.blob), userKeyKid(blob)]).toEqual([1, 2])
    const opened = await openUserKey({
      ...stored,
      blob,
      serverSecrets: serverSecrets([second]),
      masterPassword,
    })
    expect(opened.equals(seed)).toBe(true)
  })

  it('needs the old secret', () => {
    expect(() => rewrapUserKey({ ...stored, serverSecrets: serverSecrets([second]) })).toThrow(VaultError)
  })

  it('rejects the kid of something that is not a user key', () => {
    for (const bad of malformed(stored.blob)) expect(() => userKeyKid(bad)).toThrow(VaultError)
  })
})
