/**
 * The vault in one paragraph. Every environment has a key (DEK) that only the people, tokens and API keys with access
 * hold: it is sealed to the public key of each (a *grant*, by HPKE over X-Wing), and each opens theirs with a private
 * key that comes from a master password, a recovery key or the token itself. Everything else is sealed by one
 * construction, CA1 below, under a context that states exactly what it is and where it belongs, so that nothing can
 * be moved, replayed or reinterpreted. All files here are pure: bytes in, bytes out, no clock, no I/O, only
 * `node:crypto`. Input that differs from the formats is rejected with one `VaultError`. The formats, precise enough
 * to write a decryptor in another language, are in `docs/security/stored-formats.md`.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  timingSafeEqual,
} from 'node:crypto'
import { type Random, systemRandom } from '@envhold/integrity/bytes.ts'
import type { SecretKey } from '@envhold/integrity/key.ts'
import { deriveKey } from '@envhold/integrity/key.ts'
import { rejectIfThrown, rejectUnless } from '@envhold/integrity/vault-error.ts'

const VERSION = 0x01
const SALT_END = 1 + 32
const COMMITMENT_END = SALT_END + 32
const TAG_LENGTH = 16
/** Each key encrypts one message, so the nonce can be constant. */
const NONCE = new Uint8Array(12)

/** The number of bytes by which a CA1 blob is longer than its plaintext. */
export const CA1_OVERHEAD = COMMITMENT_END + TAG_LENGTH

/**
 * Encrypts `plaintext` so that only the same key *and* the same context open it (stored-formats.md, 'CA1'). The blob
 * also commits to the key: no blob opens under two keys.
 * @param context what the bytes are and where they belong, made by `lp`; at most 1,024 bytes
 * @returns `0x01 ‖ salt32 ‖ commitment32 ‖ ciphertext ‖ tag16`
 */
export function sealCa1(
  key: SecretKey,
  context: Uint8Array,
  plaintext: Uint8Array,
  random: Random = systemRandom,
): Uint8Array {
  const salt = hedgedSalt(key, context, plaintext, random)
  const { encryption, commitment } = messageKeys(key, salt, context)
  const cipher = createCipheriv('aes-256-gcm', encryption, NONCE, { authTagLength: TAG_LENGTH })
  cipher.setAAD(context)
  const ciphertext = cipher.update(plaintext)
  cipher.final()
  return Buffer.concat([Uint8Array.of(VERSION), salt, commitment, ciphertext, cipher.getAuthTag()])
}

/**
 * Opens what {@link sealCa1} sealed under the same key and context, and releases nothing before everything is
 * verified. Throws VaultError for anything else.
 */
export function openCa1(key: SecretKey, context: Uint8Array, blob: Uint8Array): Buffer {
  rejectUnless(blob.length >= CA1_OVERHEAD && blob[0] === VERSION)
  const { encryption, commitment } = messageKeys(key, blob.subarray(1, SALT_END), context)
  rejectUnless(timingSafeEqual(commitment, blob.subarray(SALT_END, COMMITMENT_END)))

  const decipher = createDecipheriv('aes-256-gcm', encryption, NONCE, { authTagLength: TAG_LENGTH })
  decipher.setAAD(context)
  decipher.setAuthTag(blob.subarray(blob.length - TAG_LENGTH))
  const plaintext = decipher.update(blob.subarray(COMMITMENT_END, blob.length - TAG_LENGTH))
  rejectIfThrown(() => decipher.final())
  return plaintext
}

/**
 * One HKDF-SHA512 makes both halves: the AES-256 key and the commitment to the key that they come from. Node creates a
 * cipher from a KeyObject in a fifth of the time that bytes take.
 */
function messageKeys(key: SecretKey, salt: Uint8Array, context: Uint8Array) {
  const okm = new Uint8Array(hkdfSync('sha512', key, salt, context, 64))
  const encryption = createSecretKey(okm.subarray(0, 32))
  okm.fill(0, 0, 32)
  return { encryption, commitment: okm.subarray(32) }
}

/**
 * The salt is random and hedged: if a random generator repeats itself (a cloned machine), two different messages
 * still get different salts, and so different keys.
 */
function hedgedSalt(key: SecretKey, context: Uint8Array, plaintext: Uint8Array, random: Random): Buffer {
  const hedge = createHmac('sha256', deriveKey(key, 'eh1/hedge')).update(context).update(plaintext).digest()
  const fresh = random(32)
  rejectUnless(fresh.length === 32)
  return createHash('sha256').update(fresh).update(hedge).digest()
}
