import { rejectUnless } from './vault-error.ts'

/** Crockford's alphabet: no I, L, O, U. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A number in Crockford's base 32, most significant digit first. */
export function encodeCrockford(number: bigint, length: number): string {
  let rest = number
  let text = ''
  for (let i = 0; i < length; i++) {
    text = ALPHABET.charAt(Number(rest & 31n)) + text
    rest >>= 5n
  }
  return text
}

/**
 * Reads a number as people type it: any case, with or without spaces and hyphens, `o` for `0`, `i` and `l` for `1`. A
 * typographic dash counts as a hyphen. Throws VaultError for another character or another length.
 */
export function decodeCrockford(text: string, length: number): bigint {
  const bare = text.replace(/[\s\-‐-―]/g, '')
  rejectUnless(bare.length === length && /^[0-9A-Za-z]*$/.test(bare))
  const plain = bare.toUpperCase().replaceAll('O', '0').replace(/[IL]/g, '1')
  let number = 0n
  for (const character of plain) {
    const digit = ALPHABET.indexOf(character)
    rejectUnless(digit >= 0)
    number = (number << 5n) | BigInt(digit)
  }
  return number
}
