import { type Random, sameBytes, systemRandom } from './bytes.ts'
import { lp, utf8 } from './context.ts'
import { serverMac } from './mac.ts'
import type { ServerSecrets } from './server-secret.ts'
import { rejectUnless } from './vault-error.ts'

/** Without vowels, so that no code is a word, and without L, which looks like 1 and I. */
export const userCodeAlphabet = 'BCDFGHJKMNPQRSTVWXZ'

const LENGTH = 8
const TEXT = /^[BCDFGHJKMNPQRSTVWXZ]{8}$/
/** The largest multiple of 19 that fits a byte: larger bytes would favour some letters. */
const UNBIASED = 247

/** A fresh code that a person compares on two screens (RFC 8628 §6.1): `BCDF-GHJK`, 34 random bits. */
export function newUserCode(random: Random = systemRandom): string {
  let letters = ''
  while (letters.length < LENGTH)
    for (const byte of random(LENGTH))
      if (byte < UNBIASED && letters.length < LENGTH) letters += userCodeAlphabet.charAt(byte % 19)
  return `${letters.slice(0, 4)}-${letters.slice(4)}`
}

/**
 * What the server stores of a code (stored-formats.md, 'Device login'): 33 bytes. Case, hyphens and white space do not
 * matter. Throws VaultError for any other text.
 */
export function userCodeMac(secrets: ServerSecrets, code: string): Uint8Array {
  return serverMac(secrets, (keys) => keys.userCode, lp('eh1/user-code', utf8(userCodeLetters(code))))
}

/** The eight letters of a typed code. Throws VaultError for any other text. */
function userCodeLetters(code: string): string {
  const letters = code.replace(/[\s-]/g, '').toUpperCase()
  rejectUnless(TEXT.test(letters))
  return letters
}

const TAG = /^([0-9A-Za-z]{13})([0-9A-Za-z_-]{20})$/
/** 120 bits, which Base64 writes without a rest. */
const MAC_BYTES = 15

/**
 * The tag of a link to the page of one login (stored-formats.md, 'Device login'): the id of its device code, and a MAC
 * over the id and the user code, 33 characters. It proves that the server itself wrote the code into the link.
 */
export function userCodeTag(secrets: ServerSecrets, id: string, code: string): string {
  const tag = id + Buffer.from(macOf(secrets, id, code)).toString('base64url')
  rejectUnless(TAG.test(tag))
  return tag
}

/** The id that a tag names. Throws VaultError unless the server made the tag for this code. */
export function verifyUserCodeTag(secrets: ServerSecrets, tag: string, code: string): string {
  const [, id, mac] = TAG.exec(tag) ?? []
  rejectUnless(id !== undefined && mac !== undefined)
  rejectUnless(sameBytes(macOf(secrets, id, code), Buffer.from(mac, 'base64url')))
  return id
}

/** Under the newest secret only, as the code's own MAC is looked up. */
const macOf = (secrets: ServerSecrets, id: string, code: string): Uint8Array =>
  serverMac(
    secrets,
    (keys) => keys.userCode,
    lp('eh1/user-code-link', utf8(id), utf8(userCodeLetters(code))),
  ).subarray(1, 1 + MAC_BYTES)
