import { encodeBase62 } from './base62.ts'
import { u32 } from './context.ts'

/** How many characters of checksum end a text. */
const LENGTH = 6

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  return crc
})

/** CRC-32 (ISO 3309, as in zip and PNG) of an ASCII text. */
export function crc32(text: string): number {
  let crc = 0xffffffff
  for (let at = 0; at < text.length; at++) {
    crc = (crc >>> 8) ^ (TABLE[(crc ^ text.charCodeAt(at)) & 0xff] ?? 0)
  }
  return ~crc >>> 0
}

/** The six base62 characters that end a token: they let a typing error, or a scanner, be told without a look-up. */
export function checksum(body: string): string {
  return encodeBase62(u32(crc32(body)), LENGTH)
}

/** Whether a text ends with the checksum of all before. */
export function isChecked(text: string): boolean {
  return checksum(text.slice(0, -LENGTH)) === text.slice(-LENGTH)
}
