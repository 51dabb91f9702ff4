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
  const unique = [...new Set(texts)].map((text) => Buffer.from(text))
  return [...unique, utf16, Buffer.from(utf16).swap16()]
}

const piecesOf = (secret: string) =>
  secret.length <= piece ? [secret] : [secret.slice(0, piece), secret.slice(-piece)]

/** The first three bytes of a place, as a number. */
const startAt = (bytes: Uint8Array, at: number) =>
  (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16)

/** Searches for many secrets at once, in one pass over the bytes. */
export class SecretSearch {
  readonly #byStart = new Map<string, { secret: string; bytes: Buffer }[]>()
  readonly #startLength: number
  /** One bit for each possible three first bytes: this alone rules out nearly every position. */
  readonly #starts = new Uint8Array(2 ** 21)

  constructor(secrets: readonly string[]) {
    const all = secrets.flatMap((secret) =>
      piecesOf(secret).flatMap((text) => writtenDown(text).map((bytes) => ({ secret, bytes }))),
    )
    this.#startLength = Math.min(12, ...new Set(all.map(({ bytes }) => bytes.length)))
    for (const one of all) {
      const start = one.bytes.toString('latin1', 0, this.#startLength)
      const others = this.#byStart.get(start)
      if (others) others.push(one)
      else this.#byStart.set(start, [one])
      const bits = startAt(one.bytes, 0)
      this.#starts[bits >>> 3] = (this.#starts[bits >>> 3] ?? 0) | (1 << (bits & 7))
    }
  }

  /** The secrets in these bytes. */
  in(haystack: Buffer): Set<string> {
    const secrets = new Set<string>()
    const starts = this.#starts
    const end = haystack.length - 2
    for (let index = 0; index < end; index++) {
      const bits = startAt(haystack, index)
      if (((starts[bits >>> 3] ?? 0) & (1 << (bits & 7))) === 0) continue
      const start = haystack.toString('latin1', index, index + this.#startLength)
      for (const { secret, bytes } of this.#byStart.get(start) ?? [])
        if (bytes.equals(haystack.subarray(index, index + bytes.length))) secrets.add(secret)
    }
    return secrets
  }
}
