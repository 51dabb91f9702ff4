import { createPrivateKey, createPublicKey, hash, type KeyObject } from 'node:crypto'
import type { Random } from '@envhold/integrity/bytes.ts'
import { type KeyPairSeed, keyBytes, newKey } from '@envhold/integrity/key.ts'

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

// The vault's formats contain raw keys. node:crypto reads and writes raw keys only from Node 24.16, so each raw key
// is wrapped in its DER structure, whose header is constant for keys of constant length.

const algorithms = {
  /** RFC 8410: a PrivateKeyInfo around 32 bytes, a SubjectPublicKeyInfo around 32. */
  x25519: {
    privateHeader: Buffer.from('302e020100300506032b656e04220420', 'hex'),
    publicHeader: Buffer.from('302a300506032b656e032100', 'hex'),
  },
  /** RFC 9935: a PrivateKeyInfo around the 64-byte seed `d ‖ z`, a SubjectPublicKeyInfo around 1,184 bytes. */
  'ml-kem-768': {
    privateHeader: Buffer.from('3054020100300b060960864801650304040204428040', 'hex'),
    publicHeader: Buffer.from('308204b2300b0609608648016503040402038204a100', 'hex'),
  },
}

type Algorithm = keyof typeof algorithms

/** The private key from 32 bytes (X25519) or a 64-byte seed (ML-KEM-768). Throws for any other length. */
export function importPrivateKey(algorithm: Algorithm, raw: Uint8Array): KeyObject {
  const der = Buffer.concat([algorithms[algorithm].privateHeader, raw])
  try {
    return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  } finally {
    der.fill(0)
  }
}

/** The public key from 32 bytes (X25519) or 1,184 bytes (ML-KEM-768). Throws for any other length. */
export function importPublicKey(algorithm: Algorithm, raw: Uint8Array): KeyObject {
  const key = Buffer.concat([algorithms[algorithm].publicHeader, raw])
  return createPublicKey({ key, format: 'der', type: 'spki' })
}

/** The raw public half of a private key: 1,184 bytes for ML-KEM-768, 32 for X25519. */
export function rawPublicKey(algorithm: Algorithm, privateKey: KeyObject): Buffer {
  const der = createPublicKey(privateKey).export({ format: 'der', type: 'spki' })
  return der.subarray(algorithms[algorithm].publicHeader.length)
}
