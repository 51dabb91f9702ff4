/** The headers of a plain call, as sent. */
export interface PlainHeaders {
  readonly apiKey: string
  readonly ifNoneMatch: string | undefined
  readonly forwardedFor: string | undefined
  readonly userAgent: string | undefined
}

/** `host` only so that a second one is seen. */
const used = ['x-api-key', 'if-none-match', 'x-forwarded-for', 'user-agent', 'host'] as const
type Used = (typeof used)[number]

/**
 * Headers that nothing here reads, or only Node itself, which does the same for every call. All others are odd: also
 * those of a body, of another credential, and those that no part of this server knows yet.
 */
const ignored = [
  'accept',
  'accept-encoding',
  'accept-language',
  'cache-control',
  'connection',
  'forwarded',
  'pragma',
  'sec-fetch-mode',
  'traceparent',
  'tracestate',
  'via',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-forwarded-proto',
  'x-real-ip',
  'x-request-id',
]

const meaning = new Map<string, Used | 'ignored'>([
  ...used.map((name) => [name, name] as const),
  ...ignored.map((name) => [name, 'ignored'] as const),
])

const apiKey = /^pak_[0-9A-Za-z_]{63}$/

/** Reads the raw list, where a repeated header is visible. Undefined: the request is odd. */
export function readPlainHeaders(raw: readonly string[]): PlainHeaders | undefined {
  const read: Partial<Record<Used, string>> = {}
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const name = raw[at] ?? ''
    const means = meaning.get(name) ?? meaning.get(name.toLowerCase())
    if (means === 'ignored') continue
    if (means === undefined || read[means] !== undefined) return undefined
    read[means] = raw[at + 1] ?? ''
  }
  const presented = read['x-api-key']
  if (presented === undefined || !apiKey.test(presented)) return undefined
  return {
    apiKey: presented,
    ifNoneMatch: read['if-none-match'],
    forwardedFor: read['x-forwarded-for'],
    userAgent: read['user-agent'],
  }
}
