// Searches bytes for secrets in many encodings: plain, base64, hex, percent encoding or UTF-16.

/** Long enough that no other text contains it by chance, short enough to find truncated secrets. */
const piece = 16

const spread = (text: string, encode: (byte: string) => string) =>
  Buffer.from(text)
    .toString('hex')
    .replace(/../g, (byte) => encode(byte))

/**
 * Base64 of a text that starts one or two bytes into a group of three has nothing in common with that of its start.
 */
function base64Of(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((offset) => {
    const whole = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64')
    const certain = whole.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6))
    return [certain, certain.replaceAll('+', '-').replaceAll('/', '_')]
  })
}

function writtenDown(text: string): Buffer[] {
  const bytes = Buffer.from(text)
  const utf16 = Buffer.from(text, 'utf16le')
  const texts = [
    text,
    ...base64Of(bytes),
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
    encodeURIComponent(text),
    spread(text, (byte) => `%${byte}`),
    spread(text, (byte) => `%${byte.toUpperCase()}`),
    JSON.stringify(text).slice(1, -1),
  ]
  const unique = [...new Set(texts)].map((one) => Buffer.from(one))
  return [...unique, utf16, Buffer.from(utf16).swap16()]
}

const piecesOf = (secret: string) =>
  secret.length <= piece ? [secret] : [secret.slice(0, piece), secret.slice(-piece)]

const wordAt = (bytes: Uint8Array, at: number) => (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8)

/** Searches for many secrets at once, in one pass over the bytes. */
export class SecretSearch {
  readonly #byStart = new Map<string, { secret: string; bytes: Buffer }[]>()
  /** The first two bytes of every secret: this alone rules out nearly every position. */
  readonly #starts = new Uint8Array(65_536)

  constructor(secrets: readonly string[]) {
    for (const secret of secrets)
      for (const text of piecesOf(secret))
        for (const bytes of writtenDown(text)) {
          const start = bytes.toString('latin1', 0, 4)
          this.#starts[wordAt(bytes, 0)] = 1
          this.#byStart.set(start, [...(this.#byStart.get(start) ?? []), { secret, bytes }])
        }
  }

  /** The secrets in these bytes. */
  in(haystack: Buffer): Set<string> {
    const found = new Set<string>()
    for (let at = 0; at < haystack.length - 3; at++) {
      if (this.#starts[wordAt(haystack, at)] === 0) continue
      for (const { secret, bytes } of this.#byStart.get(haystack.toString('latin1', at, at + 4)) ?? [])
        if (bytes.equals(haystack.subarray(at, at + bytes.length))) found.add(secret)
    }
    return found
  }
}
