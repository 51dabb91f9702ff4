/**
 * Calls an endpoint of the contract with `fetch`: builds the URL, sends what the endpoint accepts, and parses the
 * response. The web app and the command line use nothing else to call the server. A call that creates something is
 * tried again when its answer is lost, under one Idempotency-Key.
 */

import { confirmHeader } from '@envhold/contract/accounts/protection.ts'
import type { Endpoint, InputOf, OutputOf } from '@envhold/contract/endpoint.ts'
import { idempotencyHeader } from '@envhold/contract/idempotency.ts'
import { argon2TimeoutMs, clientTimeoutMs } from '@envhold/contract/limits.ts'
import { ApiError, readApiError, UnreachableError } from './api-error.ts'
import { pause } from './pause.ts'

export interface ClientOptions {
  /** The base URL of the API, without `/api`; empty for the page's own origin. */
  readonly server: string
  /** Called before every request: authorization, master password. */
  readonly headers?: () => Record<string, string> | Promise<Record<string, string>>
  readonly fetch?: typeof fetch
  /** For every call. By default a call that computes Argon2id waits longer than others. */
  readonly timeoutMs?: number
}

export interface CallOptions {
  readonly signal?: AbortSignal
  readonly ifMatch?: number
  readonly ifNoneMatch?: string
  /** The name of a protected environment in which the caller wants to replace or delete something. */
  readonly confirmedEnvironment?: string | undefined
  readonly headers?: Record<string, string>
  /** For a call that responds late on purpose. */
  readonly timeoutMs?: number
  /** Reads a text itself, such as a file that is too long for memory. The output is empty then. */
  readonly receive?: (response: Response) => Promise<void>
}

export interface Answer<T> {
  /** Null on 304: nothing has changed since `ifNoneMatch`. */
  readonly output: T | null
  readonly status: number
  readonly headers: Headers
}

export interface Client {
  /** @throws ApiError when the server rejects the call, UnreachableError when there is no usable response. */
  call<E extends Endpoint>(endpoint: E, input: InputOf<E>, options?: CallOptions): Promise<OutputOf<E>>
  /** The same, with status and headers; a 304 has a null output. */
  ask<E extends Endpoint>(endpoint: E, input: InputOf<E>, options?: CallOptions): Promise<Answer<OutputOf<E>>>
}

const timeoutOf = ({ argon2, vault, stepUp }: Endpoint): number =>
  argon2 || vault || stepUp === 'unless-unlocked' ? argon2TimeoutMs : clientTimeoutMs

type AnyInput = { params?: object; query?: object; body?: object }

const addressOf = (server: string, endpoint: Endpoint, input: AnyInput): string => {
  const params = new Map(Object.entries(input.params ?? {}))
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params.get(name))),
  )
  const queryEntries = Object.entries(input.query ?? {}).filter(
    ([, value]) => value !== undefined && value !== null,
  )
  const pairs = queryEntries.map(([name, value]): [string, string] => [name, String(value)])
  const query = new URLSearchParams(pairs).toString()
  return `${server}/api${path}${query && `?${query}`}`
}

const headersOf = (input: AnyInput, options: CallOptions): Record<string, string> => ({
  accept: 'application/json, text/plain;q=0.9, */*;q=0.1',
  ...(input.body !== undefined && { 'content-type': 'application/json' }),
  ...(options.ifMatch !== undefined && { 'if-match': `"${options.ifMatch}"` }),
  ...(options.ifNoneMatch !== undefined && { 'if-none-match': options.ifNoneMatch }),
  ...(options.confirmedEnvironment !== undefined && {
    [confirmHeader.toLowerCase()]: encodeURIComponent(options.confirmedEnvironment),
  }),
  ...options.headers,
})

const outputOf = async <E extends Endpoint>(
  endpoint: E,
  response: Response,
  { receive }: CallOptions,
): Promise<OutputOf<E>> => {
  if (!endpoint.output && receive) await receive(response)
  if (!endpoint.output) return (receive ? '' : await response.text()) as OutputOf<E>
  const parsed = endpoint.output.safeParse(await response.json().catch(() => null))
  if (!parsed.success) throw new UnreachableError('not-envhold', { status: response.status })
  return parsed.data as OutputOf<E>
}

export function createClient(options: ClientOptions): Client {
  const send = options.fetch ?? ((input: string, init?: RequestInit) => fetch(input, init))

  const ask = async <E extends Endpoint>(endpoint: E, request: InputOf<E>, call: CallOptions = {}) => {
    const input = request as AnyInput
    const timeout = AbortSignal.timeout(call.timeoutMs ?? options.timeoutMs ?? timeoutOf(endpoint))
    const signal = call.signal ? AbortSignal.any([call.signal, timeout]) : timeout
    const key = endpoint.idempotency && newIdempotencyKey()
    const attempt = async () => {
      try {
        const response = await send(addressOf(options.server, endpoint, input), {
          method: endpoint.method,
          headers: {
            ...(await options.headers?.()),
            ...(key !== undefined && { [idempotencyHeader.toLowerCase()]: key }),
            ...headersOf(input, call),
          },
          signal,
          redirect: 'error',
          ...(input.body !== undefined && { body: JSON.stringify(input.body) }),
        })
        const { status, headers } = response
        if (status === 304) return { output: null, status, headers }
        if (!response.ok) throw await readApiError(response)
        return { output: await outputOf(endpoint, response, call), status, headers }
      } catch (error) {
        // An answer came, although `headers` may have taken longer than the timeout.
        if (error instanceof ApiError || error instanceof UnreachableError) throw error
        if (timeout.aborted) throw new UnreachableError('timeout', { cause: error })
        if (error instanceof TypeError) throw new UnreachableError('network', { cause: error.cause })
        throw error
      }
    }
    if (key === undefined) return await attempt()
    return await retryCreated(signal, attempt)
  }

  return {
    ask,
    call: async (endpoint, input, call) =>
      (await ask(endpoint, input, call)).output as OutputOf<typeof endpoint>,
  }
}

const maxAttempts = 3
const firstPauseMs = 250
const maxPauseMs = 3_000
/** A proxy whose server restarts. */
const passingStatuses: readonly (number | null)[] = [502, 503, 504]

/** 128 random bits. `crypto.randomUUID` is missing on pages without TLS. */
const newIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )

/** Whether another attempt may succeed: no answer came, or the first attempt is still being processed. */
const isPassing = (error: unknown): boolean => {
  if (error instanceof ApiError) return error.code === 'REQUEST_IN_PROGRESS' || error.code === 'UNAVAILABLE'
  if (!(error instanceof UnreachableError)) return false
  return error.reason === 'network' || passingStatuses.includes(error.status)
}

const pauseOf = (error: unknown, attempt: number): number => {
  const jittered = firstPauseMs * 2 ** (attempt - 1) * (0.5 + Math.random())
  const serverDelayMs = error instanceof ApiError ? (error.retryAfter ?? 0) * 1_000 : 0
  return Math.max(serverDelayMs, jittered)
}

/**
 * Tries a call that creates up to three times. Each attempt sends the same Idempotency-Key, so that what an attempt
 * created whose answer was lost is not created again.
 */
async function retryCreated<T>(signal: AbortSignal, attempt: () => Promise<T>): Promise<T> {
  for (let attempts = 1; ; attempts++) {
    try {
      return await attempt()
    } catch (error) {
      const pauseMs = pauseOf(error, attempts)
      if (!isPassing(error) || attempts === maxAttempts || pauseMs > maxPauseMs || signal.aborted) throw error
      await pause(pauseMs, signal)
    }
  }
}
