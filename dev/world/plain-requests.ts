// Random requests around the plain call of inject: mostly plain ones, and each way in which one can be odd.

import fc from 'fast-check'

/** What a request refers to; the text differs between two servers. */
export type KeyName = 'good' | 'limited' | 'elsewhere' | 'expiring' | 'switched' | 'confined' | 'unknown'

export interface OddRequest {
  readonly method: string
  readonly path: string
  readonly version: string
  /** `KEY:name` stands for an API key, `ETAG` for the newest version's tag. */
  readonly headers: readonly string[]
  readonly body: string
}

type Lines = readonly string[]

const inject = '/api/v1/inject'

const names = fc.constantFrom(
  'production',
  'production',
  'production',
  'PRODUCTION',
  'empty',
  'nowhere',
  '1',
  '2',
  '_x-',
  'a'.repeat(50),
)
const plainPath = fc
  .tuple(
    fc.constantFrom(1, 1, 1, 1, 1, 2, 3, 99),
    names,
    fc.constantFrom('', '', '', '?format=json', '?format=yaml', '?format=github'),
  )
  .map(([project, name, query]) => `${inject}/${project}/${name}${query}`)

const oddPath = fc.constantFrom(
  `${inject}/1/production?`,
  `${inject}/1/production?format=JSON`,
  `${inject}/1/production?format=json&format=json`,
  `${inject}/1/production?format=dotenv&dialect=node`,
  `${inject}/1/production?dialect=node`,
  `${inject}/1/production?format=json#x`,
  `${inject}/1/production?masterPassword=x`,
  `${inject}/1/production#x`,
  `${inject}/1/production/`,
  `${inject}/1/production.`,
  `${inject}/1/production%20`,
  `${inject}/1/%70roduction`,
  `${inject}/1/%2e%2e`,
  `${inject}/1/%`,
  `${inject}/1/%00`,
  `${inject}/1/..`,
  `${inject}/1/./production`,
  `${inject}/1//production`,
  `/${inject}/1/production`,
  `${inject}/01/production`,
  `${inject}/-1/production`,
  `${inject}/0/production`,
  `${inject}/1e0/production`,
  `${inject}/0x1/production`,
  `${inject}/9007199254740993/production`,
  `${inject}/1/${'a'.repeat(51)}`,
  `${inject}/1/${'a'.repeat(1_100)}`,
  `${inject}/1/prödüction`,
  `${inject}/1/production;v=1`,
  `${inject}/1`,
  `${inject}/1/production/more`,
  '/api/v1/Inject/1/production',
  '/API/v1/inject/1/production',
  `http://127.0.0.1${inject}/1/production`,
  `//127.0.0.1${inject}/1/production`,
  '/api/v1/schema/1/production',
  '/api/v1/key',
  '/api/v1/variables?environment=production',
  '*',
)

const keyName = fc.constantFrom<KeyName>(
  'good',
  'good',
  'good',
  'good',
  'good',
  'good',
  'limited',
  'limited',
  'elsewhere',
  'expiring',
  'switched',
  'confined',
  'unknown',
)
const credential = fc
  .tuple(keyName, fc.constantFrom('X-API-Key', 'x-api-key', 'X-Api-Key', 'X-API-KEY'))
  .map(([key, header]) => [`${header}: KEY:${key}`])
const oddCredential = fc.constantFrom<Lines[]>(
  [],
  ['X-API-Key: KEY:good', 'X-API-Key: KEY:good'],
  ['X-API-Key: KEY:good', 'x-api-key: KEY:switched'],
  ['X-API-Key: KEY:good', 'Authorization: Bearer KEY:good'],
  ['X-API-Key: KEY:good', 'Authorization: Basic eDp5'],
  ['Authorization: Bearer KEY:good'],
  ['X-API-Key:'],
  ['X-API-Key:   KEY:good  '],
  ['X-API-Key: "KEY:good"'],
  ['X-API-Key: KEY:good, KEY:good'],
  ['X-API-Key: KEY:good\t'],
  ['X-API-Key: KEY:goodx'],
  ['X-API-Key: pak_x'],
  ['X-API-Key: \xff'],
  ['X-API-Key : KEY:good'],
  [' X-API-Key: KEY:good'],
  ['X-API-Key: KEY:good', 'X-Master-Password: x'],
)

const knownTag = fc.constantFrom(
  ['If-None-Match: ETAG'],
  ['If-None-Match: ETAG'],
  ['if-none-match: W/ETAG'],
  ['If-None-Match:   ETAG '],
  ['If-None-Match: "1.999"'],
  ['If-None-Match: "2.1"'],
  ['If-None-Match: *'],
  ['If-None-Match: ETAG, "x"'],
  ['If-None-Match:'],
  ['If-None-Match: ETAG', 'If-None-Match: ETAG'],
  ['If-None-Match: "1.999"', 'if-none-match: ETAG'],
)
const usual = fc.constantFrom(
  ['Accept: */*'],
  ['User-Agent: curl/8'],
  [`User-Agent: ${'u'.repeat(300)}`],
  ['Accept-Encoding: gzip, br'],
  ['X-Forwarded-For: 203.0.113.9'],
  ['X-Forwarded-For: 203.0.113.9, 127.0.0.1'],
  ['x-forwarded-for: 203.0.113.9', 'X-Forwarded-For: 198.51.100.1'],
  ['X-Forwarded-For: unknown'],
  ['X-Request-Id: mine'],
  ['Connection: keep-alive'],
  ['Connection: close'],
  ['Connection: X-API-Key'],
)
const odd = fc.constantFrom<Lines[]>(
  ['Host: two'],
  ['Content-Length: 0'],
  ['Content-Type: application/json'],
  ['Content-Type: text/plain', 'Content-Type: text/plain'],
  ['If-Match: "1"'],
  ['If-Match: x'],
  ['Idempotency-Key: 0123456789abcdef'],
  ['X-Master-Password: x', 'X-Master-Password: y'],
  ['X-HTTP-Method-Override: POST'],
  ['Accept-Version: 2'],
  ['Upgrade: h2c', 'Connection: Upgrade'],
  ['Origin: https://example.com'],
  ['Cookie: a=b'],
  ['X-Unknown: 1'],
  ['X-Original-URL: /api/v1/inject/2/production'],
  ['Range: bytes=0-1'],
  ['User-Agent: a', 'User-Agent: b'],
  ['Expect: 200-ok'],
)
interface Sent {
  readonly headers: readonly string[]
  readonly body: string
}
const withBody = fc.constantFrom<Sent[]>(
  { headers: ['Content-Length: 5'], body: 'A=123' },
  { headers: ['Transfer-Encoding: chunked'], body: '5\r\nA=123\r\n0\r\n\r\n' },
  { headers: ['Expect: 100-continue', 'Content-Length: 5'], body: 'A=123' },
  { headers: ['Content-Length: 5', 'Content-Length: 5'], body: 'A=123' },
  { headers: ['Content-Length: 5', 'Transfer-Encoding: chunked'], body: '5\r\nA=123\r\n0\r\n\r\n' },
  { headers: ['Content-Length: 05'], body: 'A=123' },
  { headers: ['Content-Length: +5'], body: 'A=123' },
)
const none = fc.constant<Lines>([])
const noBody = fc.constant<Sent>({ headers: [], body: '' })

const often = <T>(usually: fc.Arbitrary<T>, sometimes: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 12, arbitrary: usually }, { weight: 1, arbitrary: sometimes })

export const oddRequest: fc.Arbitrary<OddRequest> = fc
  .record({
    method: often(fc.constant('GET'), fc.constantFrom('HEAD', 'POST', 'OPTIONS', 'get', 'DELETE')),
    path: often(plainPath, oddPath),
    version: often(fc.constant('1.1'), fc.constantFrom('1.0', '1.1', '2.0', '1.9')),
    host: often<Lines>(
      fc.constant(['Host: localhost']),
      fc.constantFrom(['Host: evil.example'], ['Host:'], []),
    ),
    key: often<Lines>(credential, oddCredential),
    tag: fc.oneof(none, none, knownTag),
    usual: fc.oneof(none, usual),
    odd: often<Lines>(none, odd),
    sent: often<Sent>(noBody, withBody),
    isKeyFirst: fc.boolean(),
  })
  .map(({ method, path, version, host, key, tag, usual: more, odd: strange, sent, isKeyFirst }) => {
    const rest = [...tag, ...more, ...strange, ...sent.headers]
    const headers = isKeyFirst ? [...key, ...host, ...rest] : [...host, ...rest, ...key]
    return { method, path, version, headers, body: sent.body }
  })

/** The bytes of a request for one server. */
export const bytesOf = (
  { method, path, version, headers, body }: OddRequest,
  keys: Readonly<Record<KeyName, string>>,
  etag: string,
): Buffer => {
  const lines = [`${method} ${path} HTTP/${version}`, ...headers]
  const head = lines
    .join('\r\n')
    .replaceAll('ETAG', etag)
    .replaceAll(
      /KEY:(good|limited|elsewhere|expiring|switched|confined|unknown)/g,
      (_, name: KeyName) => keys[name],
    )
  return Buffer.from(`${head}\r\n\r\n${body}`, 'latin1')
}
