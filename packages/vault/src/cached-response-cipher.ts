import { createCipheriv, createDecipheriv, hash } from 'node:crypto'
import { type Random, systemRandom } from '@envhold/integrity/bytes.ts'
import { lp, utf8 } from '@envhold/integrity/context.ts'
import { importKey, type Key, keyBytes } from '@envhold/integrity/key.ts'
import { rejectIfThrown, rejectUnless } from '@envhold/integrity/vault-error.ts'
import type { ProcessKey } from './unlock-seal.ts'

/** The slot of a remembered answer, and the key that opens it, which is never stored in that memory. */
export type CacheKey = {
  /** 64 hex digits: the entry's key in a Map. */
  readonly slot: string
  readonly key: () => Key<'answer'>
}

const NONCE_LENGTH = 12
const TAG_LENGTH = 16

/**
 * Slot and key of the answer to a question that an API key asked (stored-formats.md, 'In memory'): one SHA-512, as the
 * one-step key derivation of NIST SP 800-56C, over the 256 bits of the presented key. It is computed at each call, and
 * costs a fifth of an HKDF. A memory dump between two calls gives neither the answer nor a way to guess the key.
 * @param apiKey as presented. Text that is no API key gets a slot in which nothing is ever stored
 */
export function cacheKey(processKey: ProcessKey, apiKey: string, question: string): CacheKey {
  const secret = keyBytes(processKey)
  const presented = utf8(apiKey)
  const input = lp('eh1/remembered-answer', secret, presented, utf8(question))
  const okm = hash('sha512', input, 'buffer')
  for (const spent of [secret, presented, input]) spent.fill(0)
  // Imported when it is used: a call waits for the disk before that, and a KeyObject that old costs a finalizer.
  const key = () => importKey<Key<'answer'>>(Uint8Array.from(okm.subarray(0, 32)))
  return { slot: okm.toString('hex', 32), key }
}

/** Seals an answer for memory: `nonce12 ‖ ciphertext ‖ tag16`. An answer that changes is sealed again under its key. */
export function sealCachedResponse(
  { key }: CacheKey,
  answer: Uint8Array,
  random: Random = systemRandom,
): Uint8Array {
  const nonce = random(NONCE_LENGTH)
  rejectUnless(nonce.length === NONCE_LENGTH)
  const cipher = createCipheriv('aes-256-gcm', key(), nonce, { authTagLength: TAG_LENGTH })
  const ciphertext = cipher.update(answer)
  cipher.final()
  return Buffer.concat([nonce, ciphertext, cipher.getAuthTag()])
}

/** Opens it, and releases nothing before everything is verified. Throws VaultError for another key. */
export function openCachedResponse({ key }: CacheKey, sealed: Uint8Array): Buffer {
  const end = sealed.length - TAG_LENGTH
  rejectUnless(end >= NONCE_LENGTH)
  const nonce = sealed.subarray(0, NONCE_LENGTH)
  const decipher = createDecipheriv('aes-256-gcm', key(), nonce, { authTagLength: TAG_LENGTH })
  decipher.setAuthTag(sealed.subarray(end))
  const answer = decipher.update(sealed.subarray(NONCE_LENGTH, end))
  rejectIfThrown(() => decipher.final())
  return answer
}
