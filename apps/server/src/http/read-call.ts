import type { Endpoint } from '@envhold/contract/endpoint.ts'
import { LRUCache } from 'lru-cache'
import type { z } from 'zod'
import { AppError, fieldError } from '../app-error.ts'
import type { Caller } from './caller.ts'
import type { Exchange } from './exchange.ts'
import { parseTexts } from './requests/parse.ts'
import {
  readConfirmedEnvironment,
  readIdempotencyKey,
  readIfMatch,
  readMasterPassword,
  readPasskeyUnlock,
} from './requests/read-headers.ts'
import type { Reservation } from './run-once.ts'

/** Path and query of a call, validated by the contract. */
interface ParsedUrl {
  readonly params: unknown
  readonly query: unknown
}

const maxRememberedUrls = 1_000
const maxRememberedLength = 200

/**
 * Parses the URLs of an endpoint. Those of API keys, which contain no secret, come again and again: their results are
 * remembered, because the schemas cost more than anything else before the handler.
 */
export function urlParser(endpoint: Endpoint): (exchange: Exchange) => ParsedUrl {
  const parseUrl = ({ params, url }: Exchange): ParsedUrl => ({
    params: endpoint.params && parseTexts(endpoint.params, params as Record<string, string>, 'path'),
    query: readQuery(endpoint.query, url),
  })
  if (endpoint.audience !== 'api-key') return parseUrl
  const known = new LRUCache<string, ParsedUrl>({ max: maxRememberedUrls })
  return (exchange) => {
    const { url } = exchange
    const remembered = known.get(url)
    if (remembered) return remembered
    const parsed = parseUrl(exchange)
    if (url.length <= maxRememberedLength) known.set(url, parsed)
    return parsed
  }
}

/** Everything of a request except its body, validated by the contract. */
export function readCall(
  endpoint: Endpoint,
  caller: Caller,
  exchange: Exchange,
  parseUrl: ReturnType<typeof urlParser>,
) {
  const { headers, request, startedAt } = exchange
  const idempotencyKey = endpoint.idempotency && readIdempotencyKey(headers)
  const { params, query } = parseUrl(exchange)
  return {
    caller,
    params,
    query,
    body: undefined as unknown,
    contentType: headers.contentType,
    headers: readDeclaredHeaders(endpoint, request.rawHeaders) as Record<string, never>,
    origin: exchange,
    idempotencyKey,
    reservation: undefined as Reservation | undefined,
    masterPassword: readMasterPassword(headers),
    passkeyUnlock: readPasskeyUnlock(headers),
    ifMatch: endpoint.conditional === 'write' ? readIfMatch(headers) : undefined,
    confirmedEnvironment: endpoint.confirms ? readConfirmedEnvironment(headers) : undefined,
    ifNoneMatch: endpoint.conditional === 'read' ? headers.ifNoneMatch : undefined,
    startedAt,
    wait: (until: Promise<void>) => exchange.wait(until),
  }
}

const sentTwice = ({ audience }: Pick<Endpoint, 'audience'>, name: string) =>
  audience === 'webhook'
    ? new AppError('UNAUTHENTICATED', { message: 'A header of the signature was sent twice.' })
    : fieldError(name, 'Must be sent once')

/**
 * The request headers that an endpoint declares, from the raw list.
 * @throws AppError for a header that was sent twice: Node would join or drop one, and a signature covers only one
 */
function readDeclaredHeaders(
  endpoint: Pick<Endpoint, 'audience' | 'requestHeaders'>,
  raw: readonly string[],
): Readonly<Record<string, string | undefined>> {
  const read: Record<string, string | undefined> = {}
  for (const name of endpoint.requestHeaders ?? []) {
    const places = raw.flatMap((text, index) =>
      index % 2 === 0 && text.toLowerCase() === name ? [index] : [],
    )
    if (places.length > 1) throw sentTwice(endpoint, name)
    const [at] = places
    read[name] = at === undefined ? undefined : raw[at + 1]
  }
  return read
}

const refuse = (path: string, message: string) => fieldError(path, message)

const decode = (text: string) => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw refuse('query', 'Must be percent-encoded UTF-8')
  }
}

const parameterName = /^[A-Za-z_]{1,40}$/

/** Parses a query string. A repeated name is rejected, because it is ambiguous. */
function pairsOf(text: string): Readonly<Record<string, string>> {
  const read: Record<string, string> = Object.create(null)
  for (const pair of text.split('&')) {
    if (pair === '') continue
    const equals = pair.indexOf('=')
    const name = decode(equals < 0 ? pair : pair.slice(0, equals))
    if (name in read) throw refuse('query', 'Must hold each name once')
    read[name] = equals < 0 ? '' : decode(pair.slice(equals + 1))
  }
  return read
}

/**
 * Names the parameter if it looks like a misspelt name. Anything else may be part of a secret, such as the rest of a
 * value after an unencoded `&`.
 */
const unknownName = (name: string) =>
  refuse(parameterName.test(name) ? name : 'query', 'This call has no such parameter')

/**
 * The query of a URL, validated by the contract. A name that the contract does not list is rejected: a misspelt
 * `format` would otherwise be ignored without notice.
 */
export function readQuery(schema: z.ZodObject | undefined, url: string): unknown {
  const start = url.indexOf('?')
  const pairs = start < 0 ? {} : pairsOf(url.slice(start + 1))
  const unknown = Object.keys(pairs).find((name) => !Object.hasOwn(schema?.shape ?? {}, name))
  if (unknown !== undefined) throw unknownName('masterPassword' in pairs ? '' : unknown)
  return schema && parseTexts(schema, pairs, 'query')
}
