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
