import type { BodyOf, Endpoint, HeadersOf, OutputOf, ParamsOf, QueryOf } from '@envhold/contract/endpoint.ts'
import type { Idempotency } from '@envhold/contract/idempotency.ts'
import type { OperatorPermission } from '@envhold/contract/permissions.ts'
import type { AnonymousCaller, ApiKeyCaller, Caller, SessionCaller, UserCaller } from './caller.ts'
import type { PasskeyUnlock } from './requests/read-headers.ts'
import type { Reservation } from './run-once.ts'

interface Callers {
  anyone: AnonymousCaller
  session: SessionCaller
  user: UserCaller
  /** Their role has the permission that the endpoint requires. */
  operator: SessionCaller
  'api-key': ApiKeyCaller
  /** The handler identifies the caller by its signature. */
  webhook: AnonymousCaller
}

type CallerOf<E extends Endpoint> = Callers[E['audience']]

/** Where a call came from, for the audit log. */
export interface Origin {
  readonly requestId: string
  /** The client's IP address, according to TRUST_PROXY. */
  readonly ip: string
  readonly userAgent: string
  /** Absent for strangers, for API keys, and for work after the response. */
  readonly caller?: UserCaller | undefined
  /** Aborts when the client disconnects before the response. */
  readonly signal?: AbortSignal
}

/** The origin for work after the response: it holds neither the request nor a signal of the client. */
export const originAfterResponse = ({ requestId, ip, userAgent }: Origin): Origin => ({
  requestId,
  ip,
  userAgent,
})

/** One request, authenticated and parsed. */
export interface Call<E extends Endpoint = Endpoint> {
  readonly caller: CallerOf<E>
  readonly params: ParamsOf<E>
  readonly query: QueryOf<E>
  readonly body: BodyOf<E>
  /** The headers that the endpoint declares, as sent. */
  readonly headers: HeadersOf<E>
  readonly origin: Origin
  /** Of a call with an Idempotency-Key: for the transaction that does its work, which marks the call as done. */
  readonly reservation: E extends { readonly idempotency: Idempotency } ? Reservation | undefined : undefined
  /** From `x-master-password`, decoded; the handler may use the query parameter instead if the endpoint has it. */
  readonly masterPassword: string | undefined
  /** From `x-passkey-unlock`: opens the vault in place of the master password. */
  readonly passkeyUnlock: PasskeyUnlock | undefined
  /** The version in If-Match, without quotes; undefined if absent. A malformed one is rejected earlier. */
  readonly ifMatch: number | undefined
  /** The name in Confirm-Environment; undefined if absent. */
  readonly confirmedEnvironment: string | undefined
  /** If-None-Match as sent. */
  readonly ifNoneMatch: string | undefined
  /** When the request arrived, `performance.now()`. */
  readonly startedAt: number
  /** Waits for work that is slow on purpose, such as a long poll. The time does not count as the call's duration. */
  readonly wait: (until: Promise<void>) => Promise<void>
}

/** A body that is opened only when it is sent, with the headers that describe it. */
export interface OpenedBody {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
  /** Each character of the body is one byte. */
  readonly encoding?: 'latin1'
}

/** The response of a handler that is more than JSON: a text, a 304, a redirect, headers such as ETag. */
export interface HandlerResult<E extends Endpoint = Endpoint> {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly json?: OutputOf<E>
  /** The target of a redirect: a path of this server, or a page of a provider, as the endpoint declares. */
  readonly location?: string
  readonly text?: string | Uint8Array
  /** A text generated while it is sent, as fast as the caller reads. It is abandoned when the caller disconnects. */
  readonly stream?: AsyncIterable<Uint8Array>
  /** Opens a text, once all that precedes the response is done. */
  readonly open?: () => OpenedBody
}

/** An endpoint of the contract and the code that serves it. */
export interface Route {
  readonly endpoint: Endpoint
  readonly handle: (call: Call) => Promise<HandlerResult>
}

/** Reads what a role may do in the operator area. A role that does not exist may do nothing. */
export type ReadPermissions = (role: string) => Promise<readonly OperatorPermission[]>

/** Authenticates a caller. Throws AppError UNAUTHENTICATED, FORBIDDEN or ACCOUNT_SUSPENDED. */
export type Authenticate = (
  endpoint: Endpoint,
  presented: { readonly bearer: string | undefined; readonly apiKey: string | undefined },
) => Promise<Caller>

/** Binds a handler to its endpoint, typed by the contract. */
export function route<E extends Endpoint>(
  endpoint: E,
  handle: (call: Call<E>) => Promise<HandlerResult<E>>,
): Route {
  return { endpoint, handle: handle as unknown as Route['handle'] }
}

/** The pattern of an endpoint's path, as the router and the log have it. */
export const routeUrl = ({ path }: Pick<Endpoint, 'path'>): string =>
  `/api${path.replace(/\{(\w+)\}/g, ':$1')}`
