/**
 * The agreement between server, web app and command line. Every call is one `Endpoint` value: method, path, who may
 * call it, and zod schemas of what goes in and out. The server serves it, the client calls it, the OpenAPI document
 * and the reference page are made from it; both sides parse at run time.
 */
import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import type { Idempotency } from './idempotency.ts'
import type { AreaPermission, PersonalTokenPermission } from './permissions.ts'
import type { StepUpMethod } from './step-up.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

interface Unguarded {
  readonly permission?: never
  readonly operatorPermission?: never
  readonly stepUp?: never
}
/** A proof of who the caller is that is older than `stepUpMinutes` is refused with STEP_UP_REQUIRED. */
interface SteppedUp {
  readonly stepUp?: StepUpMethod
}

/**
 * Who may call: `anyone`; `session` – a signed-in person only; `user` – a session, or a personal token that holds
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

/** Where an answer may redirect to: a path of this server, or a page of an allow-listed provider. */
export type RedirectTarget = 'own-path' | 'provider'

interface Call {
  readonly name: string
  readonly tag: string
  readonly summary: string
  readonly method: Method
  /** Below `/api`, with `{name}` for each parameter. */
  readonly path: `/${string}`
  /** Needs the master password (`x-master-password`, unless a token unlocks by itself). */
  readonly vault?: true
  /** `read`: answers an ETag and 304 to If-None-Match. `write`: honours If-Match with 412. */
  readonly conditional?: 'read' | 'write'
  /** Takes an Idempotency-Key, so that a retry creates nothing a second time. */
  readonly idempotency?: Idempotency
  /** Does not count towards a personal token’s limit: it tells no secret and costs little, or counts itself where it must. */
  readonly uncounted?: true
  /** The answer can hold a secret: it is never cached. */
  readonly secret?: true
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodObject
  /** The body reaches the handler as the bytes that were sent: 256 KiB at most, unless it says otherwise. */
  readonly rawBody?: true | { readonly maxBytes: number }
  /** Request headers that reach the handler, in lower case. Each may be sent once. */
  readonly requestHeaders?: readonly Lowercase<string>[]
  /** The JSON answer; absent where the answer is text (`produces`) or a redirect. */
  readonly output?: z.ZodObject
  readonly produces?: readonly string[]
  /** Where an answer with status 302 or 303 may lead. */
  readonly redirects?: readonly RedirectTarget[]
  readonly success: 200 | 201 | 302 | 303
  readonly errors: readonly ErrorCode[]
}

export type Endpoint = Call & Access

/** Keeps the exact type of an endpoint while checking its shape. */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition
}

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined
type Given<S> = S extends z.ZodType ? z.input<S> : undefined

/** What the server's code receives, after parsing. */
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
/** What comes back, parsed; text endpoints give a string. */
export type OutputOf<E extends Endpoint> = E extends { readonly output: infer S extends z.ZodType }
  ? z.output<S>
  : string

/** What a caller passes: only the parts the endpoint has. */
export type InputOf<E extends Endpoint> = Part<'params', Given<E['params']>> &
  Part<'query', Given<E['query']>> &
  Part<'body', Given<E['body']>>

type Part<K extends string, V> = [V] extends [undefined]
  ? { [P in K]?: undefined }
  : Record<string, never> extends V
    ? { [P in K]?: V }
    : { [P in K]: V }
