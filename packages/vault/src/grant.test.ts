import { lp, type Principal, publicKeyHash, u8, u32, u64, utf8 } from '@envhold/integrity/context.ts'
import { keyBytes } from '@envhold/integrity/key.ts'
import { VaultError } from '@envhold/integrity/vault-error.ts'
import { describe, expect, it } from 'vitest'
import { bitFlips, malformed, swaps } from '../vectors/known.ts'
import { keyId, newEnvironmentKey } from './environment.ts'
import { openGrant, sealGrant } from './grant.ts'
import { sealHpke } from './hpke.ts'
import { keyPairFromSeed, newSeed } from './key-pair.ts'

const dek = newEnvironmentKey()
const keyPair = keyPairFromSeed(newSeed())
const at = { project: 1, environment: 2, epoch: 3, keyId: keyId(dek) }
const principals: Principal[] = [
  { kind: 'user', id: 7 },
  { kind: 'api-key', id: 'abc' },
  { kind: 'personal-token', id: 'abc' },
  { kind: 'invitation', id: 'abc' },
]
const [user, apiKey] = principals as [Principal, Principal]
const blob = sealGrant(dek, at, user, keyPair.publicKey)

it.each(principals)('grants the key to $kind', (principal) => {
  const sealed = sealGrant(dek, at, principal, keyPair.publicKey)
  expect(sealed.length).toBe(1169)
  expect(openGrant(keyPair, at, principal, sealed).equals(dek)).toBe(true)
})

it('is different each time', () => {
  expect(Buffer.from(sealGrant(dek, at, user, keyPair.publicKey)).equals(blob)).toBe(false)
})

describe('refuses', () => {
  it('every single-bit flip', () => {
    for (const flipped of bitFlips(blob))
      expect(() => openGrant(keyPair, at, user, flipped)).toThrow(VaultError)
  })

  it('every other length, and the reserved suite', () => {
    for (const bad of malformed(blob)) expect(() => openGrant(keyPair, at, user, bad)).toThrow(VaultError)
    const reserved = Uint8Array.from(blob).fill(0x01, 0, 1)
    expect(() => openGrant(keyPair, at, user, reserved)).toThrow(VaultError)
  })

  it('another location or key id', () => {
    const others = {
      project: [0, 2],
      environment: [1, 3],
      epoch: [2, 4],
      keyId: [keyId(newEnvironmentKey()), at.keyId.subarray(1), new Uint8Array(0)],
    }
    for (const other of swaps(at, others))
      expect(() => openGrant(keyPair, other, user, blob)).toThrow(VaultError)
  })

  it('another principal, of the same kind or with the same id', () => {
    for (const [i, principal] of principals.entries()) {
      const sealed = sealGrant(dek, at, principal, keyPair.publicKey)
      const strangers = [...principals.filter((_, j) => j !== i), { kind: 'user', id: 8 } as const]
      for (const stranger of strangers)
        expect(() => openGrant(keyPair, at, stranger, sealed)).toThrow(VaultError)
    }
    const sealed = sealGrant(dek, at, apiKey, keyPair.publicKey)
    expect(() => openGrant(keyPair, at, { kind: 'api-key', id: 'abd' }, sealed)).toThrow(VaultError)
  })

  it('a key that does not match its id', () => {
    const hash = publicKeyHash(keyPair.publicKey)
    const aad = lp('eh1/grant', u64(1), u64(2), u32(3), u8(1), u64(7), hash, at.keyId)
    const bytes = keyBytes(newEnvironmentKey())
    const { enc, ciphertext } = sealHpke(keyPair.publicKey, utf8('eh1/grant'), aad, bytes)
    const planted = Buffer.concat([Uint8Array.of(2), enc, ciphertext])
    expect(() => openGrant(keyPair, at, user, planted)).toThrow(VaultError)
  })

  it('another key pair', () => {
    expect(() => openGrant(keyPairFromSeed(newSeed()), at, user, blob)).toThrow(VaultError)
  })

  it('an invalid public key, and an invalid id', () => {
    for (const bad of malformed(keyPair.publicKey)) {
      expect(() => sealGrant(dek, at, user, bad)).toThrow(VaultError)
    }
    for (const bad of [
      { kind: 'user', id: -1 },
      { kind: 'api-key', id: '' },
      { kind: 'invitation', id: '\ud800' },
    ] as const) {
      expect(() => sealGrant(dek, at, bad, keyPair.publicKey)).toThrow(VaultError)
    }
  })
})
