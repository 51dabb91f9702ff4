import { createCipheriv, createDecipheriv } from 'node:crypto'
import { type Random, systemRandom } from './bytes.ts'
import { lp, u64, utf8 } from './context.ts'
import type { Key } from './key.ts'
import { type ServerKeys, type ServerSecrets, serverKeys } from './server-secret.ts'
import { rejectIfThrown, rejectUnless } from './vault-error.ts'

/** What a box is for: its key, and the context that it belongs to. */
export interface BoxUse {
  readonly key: (keys: ServerKeys) => Key<string>
  readonly contextOf: (kid: number) => Uint8Array
}

const VERSION = 0x01
const NONCE_LENGTH = 12
const TAG_LENGTH = 16
const HEAD_LENGTH = 2
const OVERHEAD = HEAD_LENGTH + NONCE_LENGTH + TAG_LENGTH

/**
 * Encrypts under a key of the newest server secret (stored-formats.md, 'Settings'). Few rows are written, and seldom,
 * so random nonces do not repeat.
 * @returns `0x01 ‖ u8 kid ‖ nonce12 ‖ ciphertext ‖ tag16`
 */
export function sealBox(
  secrets: ServerSecrets,
  { key, contextOf }: BoxUse,
  plaintext: Uint8Array,
  random: Random,
): Uint8Array {
  const nonce = random(NONCE_LENGTH)
  rejectUnless(nonce.length === NONCE_LENGTH)
  const cipher = createCipheriv('aes-256-gcm', key(serverKeys(secrets, secrets.newest)), nonce, {
    authTagLength: TAG_LENGTH,
  })
  cipher.setAAD(contextOf(secrets.newest))
  const ciphertext = cipher.update(plaintext)
  cipher.final()
  return Buffer.concat([Uint8Array.of(VERSION, secrets.newest), nonce, ciphertext, cipher.getAuthTag()])
}

/** Opens what {@link sealBox} sealed, under any secret of the ring. Throws VaultError for anything else. */
export function openBox(secrets: ServerSecrets, { key, contextOf }: BoxUse, box: Uint8Array): Buffer {
  const kid = boxKid(box)
  const nonce = box.subarray(HEAD_LENGTH, HEAD_LENGTH + NONCE_LENGTH)
  const decipher = createDecipheriv('aes-256-gcm', key(serverKeys(secrets, kid)), nonce, {
    authTagLength: TAG_LENGTH,
  })
  decipher.setAAD(contextOf(kid))
  decipher.setAuthTag(box.subarray(box.length - TAG_LENGTH))
  const plaintext = decipher.update(box.subarray(HEAD_LENGTH + NONCE_LENGTH, box.length - TAG_LENGTH))
  rejectIfThrown(() => decipher.final())
  return plaintext
}

/** The secret that a box was sealed under: one that is not the newest is due to be sealed again. */
export function boxKid(box: Uint8Array): number {
  const kid = box[1]
  rejectUnless(box.length >= OVERHEAD && box[0] === VERSION && kid !== undefined)
  return kid
}

/** The row that a box belongs to. */
export interface BoxAt {
  readonly name: string
  /** The row's own time of its last write, so that older bytes cannot be put under a newer time. */
  readonly updatedAt: number
}

const useAt = ({ name, updatedAt }: BoxAt): BoxUse => ({
  key: (keys) => keys.settings,
  contextOf: (kid) => lp('eh1/settings', Uint8Array.of(kid), utf8(name), u64(updatedAt)),
})

/** Encrypts settings of the server under the newest server secret (stored-formats.md, 'Settings'). */
export const sealServerBox = (
  secrets: ServerSecrets,
  at: BoxAt,
  plaintext: Uint8Array,
  random: Random = systemRandom,
): Uint8Array => sealBox(secrets, useAt(at), plaintext, random)

/**
 * Opens what {@link sealServerBox} sealed for this row, under any secret of the ring. Throws VaultError for anything
 * else.
 */
export const openServerBox = (secrets: ServerSecrets, at: BoxAt, box: Uint8Array): Buffer =>
  openBox(secrets, useAt(at), box)
