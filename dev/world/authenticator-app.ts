// An authenticator app, written from RFC 6238, RFC 4226 and RFC 4648 without the server's code: what it shows must be
// what the server accepts.

import { createHmac } from 'node:crypto'

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

function decodeBase32(text: string): Buffer {
  const bits = [...text].map((digit) => digits.indexOf(digit).toString(2).padStart(5, '0')).join('')
  const bytes = bits.match(/.{8}/g) ?? []
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)))
}

/** The code that an app shows for a secret at a time, milliseconds since 1970. */
export function codeAt(secret: string, ms: number): string {
  const counter = Buffer.from(
    Math.floor(ms / 1_000 / 30)
      .toString(16)
      .padStart(16, '0'),
    'hex',
  )
  const digest = [...createHmac('sha1', decodeBase32(secret)).update(counter).digest()]
  const offset = (digest[19] ?? 0) % 16
  const four = digest.slice(offset, offset + 4).reduce((sum, byte) => sum * 256 + byte, 0)
  return String((four % 2 ** 31) % 1_000_000).padStart(6, '0')
}

/** The secret of a QR code, if an app could use it. */
export function secretOfUri(uri: string): string {
  const { protocol, host, searchParams } = new URL(uri)
  const rest = [protocol, host, ...['algorithm', 'digits', 'period'].map((name) => searchParams.get(name))]
  if (rest.join(' ') !== 'otpauth: totp SHA1 6 30') throw new Error(`Not for an app: ${rest.join(' ')}`)
  return searchParams.get('secret') ?? ''
}
