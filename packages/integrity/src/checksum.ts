import { encodeBase62 } from './base62.ts'
import { u32 } from './context.ts'

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
  for (let at = 0; at < text.length; at++) {
    crc = (crc >>> 8) ^ (TABLE[(crc ^ text.charCodeAt(at)) & 0xff] ?? 0)
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
