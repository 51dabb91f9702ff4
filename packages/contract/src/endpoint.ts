/**
 * The contract between server, web app and command line. Every call is one `Endpoint` value: its method, its path, who
 * may call it, and the zod schemas of its input and output. The server, the client, the OpenAPI document and the
 * reference page all use it. Both sides validate at run time.
 */
import type { z } from 'zod'
import type { StepUp } from './accounts/step-up.ts'
import { type ErrorCode, errorCodes } from './errors.ts'
import type { Idempotency } from './idempotency.ts'
import type { AreaPermission, PersonalTokenPermission } from './permissions.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

interface Unguarded {
  readonly permission?: never
  readonly operatorPermission?: never
  readonly stepUp?: never
}
/** Requires a proof of identity from the last `stepUpMinutes`; otherwise a session's call fails with STEP_UP_REQUIRED. */
interface SteppedUp {
  readonly stepUp?: StepUp
}

/**
 * Who may call: `anyone`; `session` – a signed-in person only; `user` – a session, or a personal token that has
 * `permission`; `operator` – the session of an operator whose role holds `operatorPermission`; `api-key` – a project's
 * API key; `webhook` – a provider without a credential of ours, whose signature the handler verifies.
 */
type Access =
  | ({ readonly audience: 'anyone' | 'api-key' | 'webhook' } & Unguarded)
  | ({ readonly audience: 'session' } & Omit<Unguarded, 'stepUp'> & SteppedUp)
  | ({ readonly audience: 'user'; readonly permission: PersonalTokenPermission } & SteppedUp &
      Omit<Unguarded, 'permission' | 'stepUp'>)
  | ({ readonly audience: 'operator'; readonly operatorPermission: AreaPermission } & SteppedUp &
      Omit<Unguarded, 'operatorPermission' | 'stepUp'>)

export type Audience = Access['audience']

/** Where a response may redirect to: a path of this server, or a page of an allow-listed provider. */
export type RedirectTarget = 'own-path' | 'provider'

interface RequestTarget {
  readonly method: Method
  /** Below `/api`, with `{name}` for each parameter. */
  readonly path: `/${string}`
}

/** Such as `GET /projects/{id}`. */
export type RequestLine = `${Method} ${RequestTarget['path']}`

/** What an endpoint says of its call, beside the request line. */
export interface CallDefinition {
  readonly name: string
  readonly tag: string
  readonly summary: string
  /** Requires the master password in `x-master-password`, unless a token unlocks by itself. */
  readonly vault?: true
  /** Checks or sets a password with Argon2id, so it may wait for its turn on a busy server. `vault` implies it. */
  readonly argon2?: true
  /** `read`: returns an ETag, and 304 if it matches If-None-Match. `write`: returns 412 if If-Match does not match. */
  readonly conditional?: 'read' | 'write'
  /** Can delete or replace something in a protected environment: only if Confirm-Environment names it. */
  readonly confirms?: true
  /** Accepts an Idempotency-Key, so that a retry creates nothing a second time. */
  readonly idempotency?: Idempotency
  /** Does not count towards a personal token’s limit: it returns no secret and costs little, or counts calls itself. */
  readonly uncounted?: true
  /** Open to the session of a suspended account, too. */
  readonly whileSuspended?: true
  /** Open to the session of an account that waits for approval, too. */
  readonly whilePending?: true
  /** The response can contain a secret: it is never cached. */
  readonly secret?: true
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodObject
  /** The handler gets the body as the bytes that were sent, 256 KiB at most unless `maxBytes` is set. */
  readonly rawBody?: true | { readonly maxBytes: number }
  /** Request headers that the handler gets, in lower case. Each may be sent once. */
  readonly requestHeaders?: readonly Lowercase<string>[]
  /** The JSON response; absent if the response is text (`produces`) or a redirect. */
  readonly output?: z.ZodObject
  readonly produces?: readonly string[]
  /** Where a response with status 302 or 303 may redirect to. */
  readonly redirects?: readonly RedirectTarget[]
  /** The status of a response that is no error, if it is not 200. */
  readonly success?: 201 | 302 | 303
  /** Beside those that its other properties imply (`errorsOf`). */
  readonly errors?: readonly ErrorCode[]
}

export interface Call extends RequestTarget, CallDefinition {}
export type Endpoint = Call & Access

/** An endpoint with the exact types of its definition. */
export type Defined<Line extends RequestLine, Definition> = Omit<Definition, keyof RequestTarget> &
  (Line extends `${infer M extends Method} ${infer P extends RequestTarget['path']}`
    ? { readonly method: M; readonly path: P }
    : never)

const defined = <Line extends RequestLine, Definition>(line: Line, definition: Definition) => {
  const [method, path] = line.split(' ')
  return { ...definition, method, path } as unknown as Defined<Line, Definition>
}

/** Checks the shape of an endpoint and keeps its exact type. */
export const endpoint = <const Line extends RequestLine, const Definition extends CallDefinition & Access>(
  line: Line,
  definition: Definition,
) => defined(line, definition)

/** {@link endpoint}, for calls that are listed together. */
export const endpointsOf =
  <const Tag extends string>(tag: Tag) =>
  <const Line extends RequestLine, const Definition extends Omit<CallDefinition, 'tag'> & Access>(
    line: Line,
    definition: Definition,
  ) =>
    defined(line, { ...definition, tag })

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined
type SchemaInput<S> = S extends z.ZodType ? z.input<S> : undefined

/** What the handler receives, after parsing. */
export type ParamsOf<E extends Endpoint> = Parsed<E['params']>
export type QueryOf<E extends Endpoint> = Parsed<E['query']>
export type BodyOf<E extends Endpoint> = E extends { readonly rawBody: true | object }
  ? Uint8Array
  : Parsed<E['body']>
/** The declared request headers; undefined where one was not sent. */
export type HeadersOf<E extends Endpoint> = E extends {
  readonly requestHeaders: readonly (infer Name extends string)[]
}
  ? { readonly [name in Name]: string | undefined }
  : Readonly<Record<string, never>>
/** What the client returns, parsed; a string for a text endpoint. */
export type OutputOf<E extends Endpoint> = E extends { readonly output: infer S extends z.ZodType }
  ? z.output<S>
  : string

/** What a caller passes: only the parts that the endpoint has. */
export type InputOf<E extends Endpoint> = Part<'params', SchemaInput<E['params']>> &
  Part<'query', SchemaInput<E['query']>> &
  Part<'body', SchemaInput<E['body']>>

type Part<K extends string, V> = [V] extends [undefined]
  ? { [P in K]?: undefined }
  : Record<string, never> extends V
    ? { [P in K]?: V }
    : { [P in K]: V }

/** The status of a response that is no error. */
export const successOf = ({ success }: Pick<Endpoint, 'success'>) => success ?? 200

/** The errors that a property of an endpoint implies, so that no endpoint has to list them. */
const refusedBy = (call: Endpoint): readonly (readonly [unknown, readonly ErrorCode[]])[] => [
  [call.params ?? call.query ?? call.body, ['VALIDATION_FAILED']],
  [call.body, ['PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE']],
  [call.rawBody, ['PAYLOAD_TOO_LARGE']],
  [call.audience !== 'anyone', ['UNAUTHENTICATED']],
  [call.audience === 'session', ['RATE_LIMITED']],
  [call.audience === 'user', ['FORBIDDEN', 'RATE_LIMITED']],
  [call.audience === 'operator', ['FORBIDDEN', 'SECOND_FACTOR_REQUIRED', 'RATE_LIMITED']],
  [call.audience === 'api-key', ['IP_NOT_ALLOWED', 'NOT_FOUND', 'RATE_LIMITED']],
  [call.vault, ['MASTER_PASSWORD_REQUIRED', 'INVALID_MASTER_PASSWORD', 'LOCKED_OUT']],
  [call.conditional === 'write', ['VERSION_MISMATCH']],
  [call.confirms, ['VALIDATION_FAILED', 'PROTECTED_ENVIRONMENT']],
  [call.stepUp, ['STEP_UP_REQUIRED']],
  [call.stepUp === 'unless-unlocked', ['INVALID_MASTER_PASSWORD', 'LOCKED_OUT', 'UNAVAILABLE']],
  [
    call.idempotency,
    ['VALIDATION_FAILED', 'ALREADY_CREATED', 'REQUEST_IN_PROGRESS', 'IDEMPOTENCY_KEY_REUSED'],
  ],
]

/** Every error of a call, in the order of the table. INTERNAL and UNAVAILABLE can come from any call. */
export function errorsOf(call: Endpoint): readonly ErrorCode[] {
  const implied = refusedBy(call).flatMap(([has, codes]) => (has ? codes : []))
  return errorCodes.filter((code) => call.errors?.includes(code) || implied.includes(code))
}
