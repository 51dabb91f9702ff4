// The server's side of `fetch`, in the page. Answers are typed by the contract and travel as JSON, so that everything
// from the client inwards is the real code.

import { type Endpoint, type OutputOf, successOf } from '@envhold/contract/endpoint.ts'
import { type ErrorCode, errors } from '@envhold/contract/errors.ts'
import { vi } from 'vitest'

export interface Sent {
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly body: unknown
  readonly headers: Headers
}

type Respond = (sent: Sent) => Response | Promise<Response>

export interface FakeApi {
  /** Answers every call of an endpoint, until it is told another answer. */
  answers<E extends Endpoint>(
    endpoint: E,
    output: OutputOf<E> | ((sent: Sent) => OutputOf<E> | Promise<OutputOf<E>>),
  ): void
  /** Rejects every call of an endpoint. */
  rejects(endpoint: Endpoint, code: ErrorCode, details?: readonly { path: string; message: string }[]): void
  /** Leaves calls of an endpoint without an answer; the function it returns ends that with an output. */
  holds<E extends Endpoint>(endpoint: E): (output: OutputOf<E>) => void
  /** What was sent to an endpoint so far, oldest first. */
  sent(endpoint: Endpoint): readonly Sent[]
}

const json = (value: unknown, status: number) => Response.json(value, { status, headers: { etag: '"1"' } })

const rejection = (code: ErrorCode, details: readonly { path: string; message: string }[] = []) =>
  json(
    {
      error: code,
      message: errors[code].message,
      request_id: 'req-1',
      ...(details.length > 0 && { details }),
      ...(code === 'STEP_UP_REQUIRED' && { methods: ['password'] }),
      ...(code === 'MFA_REQUIRED' && { methods: ['totp'], ticket: 'mfa_ticket' }),
    },
    errors[code].status,
  )

/** Whether a path is one of an endpoint, whose parameters stand for any segment. */
const isPathOf = (endpoint: Endpoint, path: string) => {
  const segments = `/api${endpoint.path}`.split('/')
  const parts = path.split('/')
  return (
    parts.length === segments.length &&
    segments.every((segment, index) => segment[0] === '{' || segment === parts[index])
  )
}

const parameterCount = ({ path }: Endpoint) => path.split('{').length

/**
 * Replaces `fetch` for paths below `/api` until the test ends. A call that has no answer is rejected with INTERNAL. A
 * connection keeps the `fetch` it was created with, so what a test leaves behind reaches no other's answers.
 */
export function fakeApi(): FakeApi {
  const routes = new Map<Endpoint, Respond>()
  const calls: { endpoint: Endpoint; sent: Sent }[] = []
  const realFetch = globalThis.fetch

  const respond = async (url: URL, init: RequestInit | undefined): Promise<Response> => {
    const method = init?.method ?? 'GET'
    const sent = {
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      body: typeof init?.body === 'string' ? (JSON.parse(init.body) as unknown) : undefined,
      headers: new Headers(init?.headers),
    }
    const route = [...routes]
      .filter(([each]) => each.method === method && isPathOf(each, url.pathname))
      .sort(([a], [b]) => parameterCount(a) - parameterCount(b))[0]
    if (!route) return rejection('INTERNAL')
    calls.push({ endpoint: route[0], sent })
    return await route[1](sent)
  }
  vi.stubGlobal('fetch', async (input: string | URL | Request, init?: RequestInit) => {
    const url = new URL(input instanceof Request ? input.url : input, location.href)
    return url.pathname.startsWith('/api/') ? respond(url, init) : realFetch(input, init)
  })

  return {
    answers(endpoint, output) {
      routes.set(endpoint, async (sent) =>
        json(typeof output === 'function' ? await output(sent) : output, successOf(endpoint)),
      )
    },
    rejects(endpoint, code, details) {
      routes.set(endpoint, () => rejection(code, details))
    },
    holds(endpoint) {
      const waiting: ((response: Response) => void)[] = []
      routes.set(endpoint, () => new Promise((resolve) => waiting.push(resolve)))
      return (output) => {
        routes.set(endpoint, () => json(output, successOf(endpoint)))
        for (const answer of waiting) answer(json(output, successOf(endpoint)))
      }
    },
    sent: (endpoint) => calls.filter((call) => call.endpoint === endpoint).map(({ sent }) => sent),
  }
}
