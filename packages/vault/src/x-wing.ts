import { decapsulate, diffieHellman, encapsulate, generateKeyPairSync, hash } from 'node:crypto'
import { rejectIfThrown, rejectUnless } from '@envhold/integrity/vault-error.ts'
import { importPublicKey, type KeyPair, PUBLIC_KEY_LENGTH, rawPublicKey } from './key-pair.ts'

/** A fresh secret and the bytes from which the holder of the private key recovers it. */
export type Encapsulation = {
  /** 1,120 bytes: ML-KEM-768 ciphertext ‖ ephemeral X25519 public key. */
  readonly enc: Uint8Array
  /** 32 bytes; the caller wipes them. */
  readonly sharedSecret: Uint8Array
}

/** The length of {@link Encapsulation.enc} in bytes. */
export const ENC_LENGTH = 1120

const ML_KEM_PUBLIC_KEY_LENGTH = 1184
const ML_KEM_CIPHERTEXT_LENGTH = 1088
/** `\.//^\`, the X-Wing label. */
const X_WING_LABEL = Buffer.from('5c2e2f2f5e5c', 'hex')

/**
 * Encapsulates a fresh secret to an X-Wing public key (draft-connolly-cfrg-xwing-kem §5.4). The randomness is
 * OpenSSL's own: its ML-KEM encapsulation accepts no other. Throws VaultError for an invalid public key.
 */
export function encapsulateXWing(publicKey: Uint8Array): Encapsulation {
  rejectUnless(publicKey.length === PUBLIC_KEY_LENGTH)
  const x25519Public = publicKey.subarray(ML_KEM_PUBLIC_KEY_LENGTH)
  return rejectIfThrown(() => {
    const mlKem = importPublicKey('ml-kem-768', publicKey.subarray(0, ML_KEM_PUBLIC_KEY_LENGTH))
    const { ciphertext, sharedKey } = encapsulate(mlKem)
    const ephemeral = generateKeyPairSync('x25519')
    const ephemeralPublic = rawPublicKey('x25519', ephemeral.privateKey)
    const agreed = diffieHellman({
      privateKey: ephemeral.privateKey,
      publicKey: importPublicKey('x25519', x25519Public),
    })
    return {
      enc: Buffer.concat([ciphertext, ephemeralPublic]),
      sharedSecret: combine(sharedKey, agreed, ephemeralPublic, x25519Public),
    }
  })
}

/**
 * The secret in `enc` (§5.5). Throws VaultError for a wrong length or a low-order X25519 point. Bytes that were never
 * encapsulated to this key give *some* secret: the caller detects this by authentication.
 */
export function decapsulateXWing(keyPair: KeyPair, enc: Uint8Array): Uint8Array {
  rejectUnless(enc.length === ENC_LENGTH)
  const ephemeralPublic = enc.subarray(ML_KEM_CIPHERTEXT_LENGTH)
  return rejectIfThrown(() => {
    const sharedKey = decapsulate(keyPair.mlKem, enc.subarray(0, ML_KEM_CIPHERTEXT_LENGTH))
    const agreed = diffieHellman({
      privateKey: keyPair.x25519,
      publicKey: importPublicKey('x25519', ephemeralPublic),
    })
    return combine(sharedKey, agreed, ephemeralPublic, keyPair.publicKey.subarray(ML_KEM_PUBLIC_KEY_LENGTH))
  })
}

/** `SHA3-256(ML-KEM secret ‖ X25519 secret ‖ ephemeral X25519 key ‖ recipient's X25519 key ‖ label)` (§5.3). */
function combine(
  sharedKey: Buffer,
  agreed: Buffer,
  ephemeralPublic: Uint8Array,
  recipientPublic: Uint8Array,
) {
  const input = Buffer.concat([sharedKey, agreed, ephemeralPublic, recipientPublic, X_WING_LABEL])
  const secret = hash('sha3-256', input, 'buffer')
  for (const spent of [sharedKey, agreed, input]) spent.fill(0)
  return secret
}
