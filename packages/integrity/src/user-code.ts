import { lp, utf8 } from './context.ts'
import type { Random } from './random.ts'
import { systemRandom } from './random.ts'
import { serverMac } from './server-mac.ts'
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
export function userCodeLetters(code: string): string {
  const letters = code.replace(/[\s-]/g, '').toUpperCase()
  rejectUnless(TEXT.test(letters))
  return letters
}
