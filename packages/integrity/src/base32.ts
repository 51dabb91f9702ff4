import { rejectUnless } from './vault-error.ts'

/** RFC 4648. */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Base 32 of RFC 4648 without padding, as authenticator apps read a secret. */
export function encodeBase32(bytes: Uint8Array): string {
  let text = ''
  let bits = 0
  let waiting = 0
  for (const byte of bytes) {
    waiting = (waiting << 8) | byte
    bits += 8
    for (; bits >= 5; bits -= 5) text += ALPHABET.charAt((waiting >> (bits - 5)) & 31)
    waiting &= (1 << bits) - 1
  }
  return bits === 0 ? text : text + ALPHABET.charAt((waiting << (5 - bits)) & 31)
}

/** Crockford's alphabet: no I, L, O, U. */
const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A number in Crockford's base 32, most significant digit first. */
export function encodeCrockford(number: bigint, length: number): string {
  let rest = number
  let text = ''
  for (let i = 0; i < length; i++) {
    text = CROCKFORD.charAt(Number(rest & 31n)) + text
    rest >>= 5n
  }
  return text
}

/**
 * Reads a number as people type it: any case, with or without spaces and hyphens, `o` for `0`, `i` and `l` for `1`. A
 * typographic dash counts as a hyphen. Throws VaultError for another character or another length.
 */
export function decodeCrockford(text: string, length: number): bigint {
  const bare = text.replace(/[\s\-\u2010-\u2015]/g, '')
  rejectUnless(bare.length === length && /^[0-9A-Za-z]*$/.test(bare))
  const plain = bare.toUpperCase().replaceAll('O', '0').replace(/[IL]/g, '1')
  let number = 0n
  for (const character of plain) {
    const digit = CROCKFORD.indexOf(character)
    rejectUnless(digit >= 0)
    number = (number << 5n) | BigInt(digit)
  }
  return number
}
