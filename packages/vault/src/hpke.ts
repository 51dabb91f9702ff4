import { createCipheriv, createDecipheriv, createHmac, createSecretKey } from 'node:crypto'
import { rejectIfThrown, rejectUnless } from '@envhold/integrity/vault-error.ts'
import type { KeyPair } from './key-pair.ts'
import type { Encapsulation } from './x-wing.ts'
import { decapsulateXWing, ENC_LENGTH, encapsulateXWing } from './x-wing.ts'

/** A message to one public key: RFC 9180 base mode, single shot. */
export type HpkeMessage = {
  /** 1,120 bytes: the encapsulated key. */
  readonly enc: Uint8Array
  /** 16 bytes longer than the plaintext. */
  readonly ciphertext: Uint8Array
}

const TAG_LENGTH = 16
/** KEM X-Wing (0x647a), KDF HKDF-SHA256 (0x0001), AEAD AES-256-GCM (0x0002): RFC 9180 §5.1. */
const X_WING_SUITE = Buffer.from('HPKE\x64\x7a\x00\x01\x00\x02', 'latin1')
const BASE_MODE = 0x00
const EMPTY = new Uint8Array(0)

/**
 * Seals `plaintext` to an X-Wing public key (RFC 9180 §6.1, base mode). Throws VaultError for an invalid key.
 * @param info what the message is for; the same for every message of one use
 * @param aad what this message is and where it belongs
 * @param encapsulation injected by known answers only; a secret must never be used twice
 */
export function sealHpke(
  publicKey: Uint8Array,
  info: Uint8Array,
  aad: Uint8Array,
  plaintext: Uint8Array,
  encapsulation: Encapsulation = encapsulateXWing(publicKey),
): HpkeMessage {
  const { key, nonce } = keySchedule(encapsulation.sharedSecret, info)
  const cipher = createCipheriv('aes-256-gcm', createSecretKey(key), nonce, { authTagLength: TAG_LENGTH })
  key.fill(0)
  cipher.setAAD(aad)
  const ciphertext = cipher.update(plaintext)
  cipher.final()
  return { enc: encapsulation.enc, ciphertext: Buffer.concat([ciphertext, cipher.getAuthTag()]) }
}

/** Opens what {@link sealHpke} sealed to this key pair under the same `info` and `aad`. Throws VaultError otherwise. */
export function openHpke(keyPair: KeyPair, info: Uint8Array, aad: Uint8Array, message: HpkeMessage): Buffer {
  rejectUnless(message.enc.length === ENC_LENGTH && message.ciphertext.length >= TAG_LENGTH)
  const { key, nonce } = keySchedule(decapsulateXWing(keyPair, message.enc), info)
  const decipher = createDecipheriv('aes-256-gcm', createSecretKey(key), nonce, { authTagLength: TAG_LENGTH })
  key.fill(0)
  decipher.setAAD(aad)
  const tagAt = message.ciphertext.length - TAG_LENGTH
  decipher.setAuthTag(message.ciphertext.subarray(tagAt))
  const plaintext = decipher.update(message.ciphertext.subarray(0, tagAt))
  rejectIfThrown(() => decipher.final())
  return plaintext
}

/**
 * The key (32 bytes) and nonce (12) of a single message: RFC 9180 §5.1, without a pre-shared key. Wipes the shared secret.
 *
 * @param suite `'HPKE' ‖ u16 KEM ‖ u16 KDF ‖ u16 AEAD`; the RFC's own vectors are of other suites
 */
export function keySchedule(sharedSecret: Uint8Array, info: Uint8Array, suite: Uint8Array = X_WING_SUITE) {
  const context = Buffer.concat([
    Uint8Array.of(BASE_MODE),
    labeledExtract(suite, EMPTY, 'psk_id_hash', EMPTY),
    labeledExtract(suite, EMPTY, 'info_hash', info),
  ])
  const secret = labeledExtract(suite, sharedSecret, 'secret', EMPTY)
  sharedSecret.fill(0)
  const key = labeledExpand(suite, secret, 'key', context, 32)
  const nonce = labeledExpand(suite, secret, 'base_nonce', context, 12)
  secret.fill(0)
  return { key, nonce }
}

/**
 * RFC 9180 §4, `LabeledExtract`: HMAC-SHA256 of the labelled input under the salt. Node takes keys as KeyObjects here: it
 * needs six times as long for bytes.
 */
function labeledExtract(suite: Uint8Array, salt: Uint8Array, label: string, input: Uint8Array): Buffer {
  return createHmac('sha256', createSecretKey(salt))
    .update('HPKE-v1')
    .update(suite)
    .update(label)
    .update(input)
    .digest()
}

/** RFC 9180 §4, `LabeledExpand` for at most 32 bytes: one block of HKDF-Expand. */
function labeledExpand(
  suite: Uint8Array,
  secret: Uint8Array,
  label: string,
  info: Uint8Array,
  length: number,
): Buffer {
  return createHmac('sha256', createSecretKey(secret))
    .update(Uint8Array.of(0, length))
    .update('HPKE-v1')
    .update(suite)
    .update(label)
    .update(info)
    .update(Uint8Array.of(1))
    .digest()
    .subarray(0, length)
}
