import type { KeyObject } from 'node:crypto'
import { hash } from 'node:crypto'
import type { KeyPairSeed } from '@envhold/integrity/key.ts'
import { keyBytes, newKey } from '@envhold/integrity/key.ts'
import type { Random } from '@envhold/integrity/random.ts'
import { importPrivateKey, rawPublicKey } from './raw-keys.ts'

/** An X-Wing key pair (draft-connolly-cfrg-xwing-kem): the private halves are imported once and reused. */
export type KeyPair = {
  /** 1,216 bytes: ML-KEM-768 encapsulation key ‖ X25519 public key. */
  readonly publicKey: Uint8Array
  readonly mlKem: KeyObject
  readonly x25519: KeyObject
}

/** The length of a public key in bytes. */
export const PUBLIC_KEY_LENGTH = 1216

/** A fresh seed: the 32 bytes that are a principal's complete private key. */
export function newSeed(random?: Random): KeyPairSeed {
  return newKey<KeyPairSeed>(random)
}

/**
 * The key pair of a seed: `SHAKE-256(seed, 96)` is the ML-KEM-768 seed `d ‖ z` (64) and the X25519 private key (32).
 * Importing costs about 0.2 ms, so store the result instead of the seed where several grants are opened.
 */
export function keyPairFromSeed(seed: KeyPairSeed): KeyPair {
  const secret = keyBytes(seed)
  const expanded = hash('shake256', secret, { outputLength: 96, outputEncoding: 'buffer' })
  const mlKem = importPrivateKey('ml-kem-768', expanded.subarray(0, 64))
  const x25519 = importPrivateKey('x25519', expanded.subarray(64))
  secret.fill(0)
  expanded.fill(0)
  const publicKey = Buffer.concat([rawPublicKey('ml-kem-768', mlKem), rawPublicKey('x25519', x25519)])
  return { publicKey, mlKem, x25519 }
}
