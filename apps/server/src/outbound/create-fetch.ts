import { loopback } from '../config/loopback.ts'
import { OutboundError } from './outbound-error.ts'

/** `fetch` as the platform declares it, so that the client library of another service can be given it. */
export type Fetch = typeof globalThis.fetch

interface FetchOptions {
  /** The origins that may be called, such as `https://api.example.com`. With none, every request is rejected. */
  readonly origins: readonly string[]
  /** For the whole request, up to the last byte of the answer. */
  readonly timeoutMs?: number
  /** The size of an answer's body, after decompression. */
  readonly maxBytes?: number
}

const defaultTimeoutMs = 8_000
const defaultMaxBytes = 1_048_576
const redirects = new Set([301, 302, 303, 307, 308])
/** The constructor of Response accepts no body with these. */
const withoutBody = new Set([204, 205, 304])

/** @throws Error for anything but an origin with https, or with http on this machine */
function requireOrigin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && loopback.test(url.hostname))
  if (!isSafe || url?.origin !== text) throw new Error(`${text} is not the origin of an HTTPS server`)
  return text
}

/** The platform's errors quote the URL and header values that it does not accept, so they are not passed on. */
function requestOf(...[input, init]: Parameters<Fetch>): Request {
  try {
    return new Request(input, init)
  } catch {
    throw new OutboundError('not-allowed', 'This is not a valid HTTP request')
  }
}

/** The code of the system or of the HTTP client, which quotes nothing. */
function codeOf(error: unknown): string | undefined {
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined
}

/**
 * The one way in which the server calls other servers. It calls only the given origins, follows no redirect, and
 * answers only when the whole body has arrived within the limits of time and size.
 * @throws OutboundError when it is called and gets no answer; the reason of the caller's signal when that aborts
 */
export function createFetch(options: FetchOptions): Fetch {
  const { timeoutMs = defaultTimeoutMs, maxBytes = defaultMaxBytes } = options
  const allowed = new Set(options.origins.map(requireOrigin))

  return async (input, init) => {
    const request = requestOf(input, init)
    const { origin } = new URL(request.url)
    if (!allowed.has(origin)) throw new OutboundError('not-allowed', `Requests to ${origin} are not allowed`)
    const timeout = AbortSignal.timeout(timeoutMs)
    const signal = AbortSignal.any([request.signal, timeout])
    try {
      // `manual` returns the redirect itself, where `error` fails like a broken connection.
      const response = await fetch(request, { redirect: 'manual', signal })
      const { body, status, statusText } = response
      if (redirects.has(status)) {
        await body?.cancel()
        throw new OutboundError('redirect', `${origin} answered with a redirect`)
      }
      const bytes = body && !withoutBody.has(status) ? await readLimited(body, maxBytes, origin) : null
      const headers = new Headers(response.headers)
      // The body is decompressed.
      for (const name of ['content-encoding', 'content-length']) headers.delete(name)
      return new Response(bytes, { status, statusText, headers })
    } catch (error) {
      if (error instanceof OutboundError) throw error
      request.signal.throwIfAborted()
      if (timeout.aborted)
        throw new OutboundError('timeout', `${origin} did not answer within ${timeoutMs} ms`)
      throw new OutboundError('network', `The request to ${origin} failed`, codeOf(error))
    }
  }
}

/**
 * Reads a whole body, after decompression. Cancels it as soon as it is too large, so that a small compressed answer
 * cannot fill the memory.
 * @throws OutboundError too-large
 */
async function readLimited(
  body: ReadableStream<Uint8Array>,
  maxBytes: number,
  origin: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of body) {
    length += part.byteLength
    if (length > maxBytes)
      throw new OutboundError('too-large', `The answer of ${origin} has more than ${maxBytes} bytes`)
    parts.push(part)
  }
  return Buffer.concat(parts)
}
