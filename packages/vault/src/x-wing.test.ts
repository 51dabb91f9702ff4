import { importKey, type KeyPairSeed, keyBytes } from '@envhold/integrity/key.ts'
import { VaultError } from '@envhold/integrity/vault-error.ts'
import { ml_kem768_x25519 as nobleXWing } from '@noble/post-quantum/hybrid.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hex, malformed, toHex } from '../vectors/known.ts'
import xWing from '../vectors/x-wing-draft.json' with { type: 'json' }
import { keyPairFromSeed, newSeed } from './key-pair.ts'
import { decapsulateXWing, encapsulateXWing } from './x-wing.ts'

const keyPairOf = (seed: string) => keyPairFromSeed(importKey<KeyPairSeed>(hex(seed)))

describe('the draft’s vectors', () => {
  it.each(xWing.cases)('seed $seed', ({ seed, publicKey, enc, sharedSecret }) => {
    const keyPair = keyPairOf(seed)
    expect(toHex(keyPair.publicKey)).toBe(publicKey)
    expect(toHex(decapsulateXWing(keyPair, hex(enc)))).toBe(sharedSecret)
  })
})

describe('against @noble/post-quantum', () => {
  const seeds = fc.uint8Array({ minLength: 32, maxLength: 32 })

  it('makes the same public keys', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const theirs = nobleXWing.keygen(seed).publicKey
        expect(toHex(keyPairOf(toHex(seed)).publicKey)).toBe(toHex(theirs))
      }),
      { numRuns: 20 },
    )
  })

  it('agrees in both directions', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const { publicKey, secretKey } = nobleXWing.keygen(seed)
        const ours = encapsulateXWing(publicKey)
        expect(toHex(nobleXWing.decapsulate(ours.enc, secretKey))).toBe(toHex(ours.sharedSecret))
        const theirs = nobleXWing.encapsulate(publicKey)
        expect(toHex(decapsulateXWing(keyPairOf(toHex(seed)), theirs.cipherText))).toBe(
          toHex(theirs.sharedSecret),
        )
      }),
      { numRuns: 20 },
    )
  })

  it('rejects a changed ML-KEM ciphertext implicitly, with the same other secret', () => {
    const seed = newSeed()
    const enc = Uint8Array.from(encapsulateXWing(keyPairFromSeed(seed).publicKey).enc)
    enc[0] = (enc[0] ?? 0) ^ 1
    const theirs = nobleXWing.decapsulate(enc, nobleXWing.keygen(Uint8Array.from(keyBytes(seed))).secretKey)
    expect(toHex(decapsulateXWing(keyPairFromSeed(seed), enc))).toBe(toHex(theirs))
  })
})

describe('refuses', () => {
  const keyPair = keyPairFromSeed(newSeed())
  const { enc } = encapsulateXWing(keyPair.publicKey)

  it('a public key or an encapsulation of another length', () => {
    for (const bad of malformed(keyPair.publicKey)) expect(() => encapsulateXWing(bad)).toThrow(VaultError)
    for (const bad of malformed(enc)) expect(() => decapsulateXWing(keyPair, bad)).toThrow(VaultError)
  })

  it('a public key with an ML-KEM coefficient that is not reduced', () => {
    const bad = Uint8Array.from(keyPair.publicKey).fill(0xff, 0, 3)
    expect(() => encapsulateXWing(bad)).toThrow(VaultError)
  })

  it('a low-order X25519 point on either side', () => {
    expect(() => encapsulateXWing(Uint8Array.from(keyPair.publicKey).fill(0, 1184))).toThrow(VaultError)
    expect(() => decapsulateXWing(keyPair, Uint8Array.from(enc).fill(0, 1088))).toThrow(VaultError)
  })
})
