import { importKey } from '@envhold/integrity/key.ts'
import { newServerSecret, parseServerSecret, serverSecrets } from '@envhold/integrity/server-secret.ts'
import { VaultError } from '@envhold/integrity/vault-error.ts'
import { describe, expect, it } from 'vitest'
import { bitFlips, keyOf, malformed, swaps } from '../vectors/known.ts'
import { keyPairFromSeed, newSeed } from './key-pair.ts'
import {
  openPasskeyKey,
  type PasskeyUnlockKey,
  passkeyKeyKid,
  rewrapPasskeyKey,
  sealPasskeyKey,
} from './passkey-key.ts'

const secretOf = (kid: number) => parseServerSecret(newServerSecret(kid))
const first = secretOf(1)
const secrets = serverSecrets([first])
const seed = newSeed()
const { publicKey } = keyPairFromSeed(seed)
const unlockOf = (byte: number) => importKey<PasskeyUnlockKey>(keyOf(byte))
const at = { user: 5, keyVersion: 1, publicKey, credentialId: keyOf(0xc0), serverSecrets: secrets }
const stored = { ...at, blob: sealPasskeyKey({ ...at, seed, unlock: unlockOf(1) }) }

describe('a user key for a passkey', () => {
  it('opens with the unlock secret', () => {
    expect(stored.blob.length).toBe(196)
    expect(openPasskeyKey({ ...stored, unlock: unlockOf(1) }).equals(seed)).toBe(true)
  })

  it('stays open after the server secret was rotated, while the old one is in the ring', () => {
    const both = serverSecrets([first, secretOf(2)])
    expect(openPasskeyKey({ ...stored, serverSecrets: both, unlock: unlockOf(1) }).equals(seed)).toBe(true)
  })

  it('is sealed again under a newer server secret without the passkey', () => {
    const both = serverSecrets([first, secretOf(2)])
    const blob = rewrapPasskeyKey({ ...stored, serverSecrets: both })
    expect([passkeyKeyKid(stored.blob), passkeyKeyKid(blob)]).toEqual([1, 2])
    expect(openPasskeyKey({ ...stored, blob, serverSecrets: both, unlock: unlockOf(1) }).equals(seed)).toBe(
      true,
    )
    expect(() => openPasskeyKey({ ...stored, blob, unlock: unlockOf(1) })).toThrow(VaultError)
  })

  it('rejects another unlock secret', () => {
    expect(() => openPasskeyKey({ ...stored, unlock: unlockOf(2) })).toThrow(VaultError)
  })

  it('rejects every single-bit flip and every other length', () => {
    for (const blob of [...bitFlips(stored.blob), ...malformed(stored.blob)])
      expect(() => openPasskeyKey({ ...stored, blob, unlock: unlockOf(1) })).toThrow(VaultError)
  })

  it('rejects another user, key version, public key, credential or server secret', () => {
    const others = {
      user: [4, 6],
      keyVersion: [0, 2],
      publicKey: [keyPairFromSeed(newSeed()).publicKey],
      credentialId: [keyOf(0xc1), new Uint8Array(0)],
      serverSecrets: [serverSecrets([secretOf(2)]), serverSecrets([secretOf(1)])],
    }
    for (const other of swaps(stored, others))
      expect(() => openPasskeyKey({ ...other, unlock: unlockOf(1) })).toThrow(VaultError)
  })
})
