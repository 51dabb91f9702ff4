import { u32 } from './context.ts'
import { rejectUnless } from './vault-error.ts'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** This many digits are converted at once: 62^8 is a safe integer. */
const CHUNK = 8

/** Bytes, as one big-endian number, in base 62 (digits, capitals, small letters), zero-padded to `digits`. */
export function encodeBase62(bytes: Uint8Array, digits: number): string {
  let rest = BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
  let text = ''
  for (let i = 0; i < digits; i++) {
    text = ALPHABET.charAt(Number(rest % 62n)) + text
    rest /= 62n
  }
  rejectUnless(rest === 0n)
  return text
}

/** The `length` bytes that `text` encodes. Throws VaultError for another character or a number that does not fit. */
export function decodeBase62(text: string, length: number): Uint8Array {
  let number = 0n
  for (let index = 0; index < text.length; index += CHUNK) {
    const chunk = text.slice(index, index + CHUNK)
    number = number * 62n ** BigInt(chunk.length) + BigInt(chunkValue(chunk))
  }
  const hex = number.toString(16)
  rejectUnless(hex.length <= 2 * length)
  return Uint8Array.from(Buffer.from(hex.padStart(2 * length, '0'), 'hex'))
}

function chunkValue(chunk: string): number {
  let value = 0
  for (const character of chunk) {
    const digit = ALPHABET.indexOf(character)
    rejectUnless(digit >= 0)
    value = value * 62 + digit
  }
  return value
}

/** The number of checksum characters at the end of a text. */
const LENGTH = 6

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  return crc
})

/** CRC-32 (ISO 3309, as in zip and PNG) of an ASCII text. */
export function crc32(text: string): number {
  let crc = 0xffffffff
  for (let index = 0; index < text.length; index++) {
    crc = (crc >>> 8) ^ (TABLE[(crc ^ text.charCodeAt(index)) & 0xff] ?? 0)
  }
  return ~crc >>> 0
}

/**
 * The six base62 characters at the end of a token: they detect typing errors, and let a scanner find tokens, without
 * a query.
 */
export function checksum(body: string): string {
  return encodeBase62(u32(crc32(body)), LENGTH)
}

/** Whether a text ends with the checksum of everything before it. */
export function isChecked(text: string): boolean {
  return checksum(text.slice(0, -LENGTH)) === text.slice(-LENGTH)
}
