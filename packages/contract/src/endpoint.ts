/**
 * The agreement between server, web app and command line. Every call is one `Endpoint` value: method, path, who may
 * call it, and zod schemas of what goes in and out. The server serves it, the client calls it, the OpenAPI document
 * and the reference page are made from it; both sides parse at run time.
 */
import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import type { PersonalTokenPermission } from './permissions.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * Who may call: `anyone`; `session` – a signed-in person only; `user` – a session, or a personal token that holds
 * `permission`; `api-key` – a project's API key.
 */
export type Audience = 'anyone' | 'session' | 'user' | 'api-key'

export interface Endpoint {
  readonly name: string
  readonly tag: string
  readonly summary: string
  readonly method: Method
  /** Below `/api`, with `{name}` for each parameter. */
  readonly path: `/${string}`
  readonly audience: Audience
  /** What a personal token must hold; present on every `user` endpoint. */
  readonly permission?: PersonalTokenPermission
  /** Needs the master password (`x-master-password`, unless a token unlocks by itself). */
  readonly vault?: true
  /** `read`: answers an ETag and 304 to If-None-Match. `write`: honours If-Match with 412. */
  readonly conditional?: 'read' | 'write'
  /** Does not count towards a personal token’s limit: it tells no secret and costs little, or counts itself where it must. */
  readonly uncounted?: true
  /** The answer can hold a secret: it is never cached. */
  readonly secret?: true
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodObject
  /** The JSON answer; absent where the answer is text (`produces`). */
  readonly output?: z.ZodObject
  readonly produces?: readonly string[]
  readonly success: 200 | 201
  readonly errors: readonly ErrorCode[]
}

/** Keeps the exact type of an endpoint while checking its shape. */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition
}

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined
type Given<S> = S extends z.ZodType ? z.input<S> : undefined

/** What the server's code receives, after parsing. */
export type ParamsOf<E extends Endpoint> = Parsed<E['params']>
export type QueryOf<E extends Endpoint> = Parsed<E['query']>
export type BodyOf<E extends Endpoint> = Parsed<E['body']>
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
