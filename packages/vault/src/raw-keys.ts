import type { KeyObject } from 'node:crypto'
import { createPrivateKey, createPublicKey } from 'node:crypto'

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
