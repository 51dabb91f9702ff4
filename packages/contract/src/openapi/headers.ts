import { confirmHeader } from '../accounts/protection.ts'
import type { Endpoint } from '../endpoint.ts'
import { type ErrorCode, errors } from '../errors.ts'
import { idempotencyHeader, idempotencyHours, replayedHeader, shownOnceOf } from '../idempotency.ts'
import { passkeyUnlockHeader } from '../keyring/keyring.ts'
import { versionHeader } from '../pages/cli-download.ts'
import type { Json } from './schemas.ts'

const text = { type: 'string' }
const integer = { type: 'integer', minimum: 0 }

/** Every response header that callers may use. */
export const headerComponents: Record<string, Json> = {
  'X-Request-Id': {
    description: 'The id of the request in the log: quote it when you report a problem.',
    schema: text,
  },
  [versionHeader]: { description: 'The version of the server.', schema: text },
  ETag: { description: 'The version of the response, for If-None-Match and If-Match.', schema: text },
  'RateLimit-Policy': {
    description: 'The name of the tightest window, its limit (q) and its length in seconds (w).',
    schema: text,
    example: '"month";q=1000;w=2592000',
  },
  'RateLimit-Limit': { description: 'The limit of the tightest window.', schema: integer },
  'RateLimit-Remaining': { description: 'The remaining calls of that window.', schema: integer },
  'RateLimit-Reset': { description: 'Seconds until that window restarts.', schema: integer },
  'Retry-After': { description: 'Seconds to wait before a retry.', schema: integer },
  'WWW-Authenticate': { description: 'How to authenticate.', schema: text },
  [replayedHeader]: {
    description: '`true`: this is the response to an earlier request with the same key.',
    schema: text,
  },
  'X-Envhold-Warnings': {
    description:
      '`not-portable:` the keys whose values not every dialect can read; `former-name:` the environment has another name by now.',
    schema: text,
  },
  Deprecation: {
    description:
      'The environment was found by a former name: when it was renamed, as `@` and seconds since 1970.',
    schema: text,
  },
  Sunset: { description: 'When the former name ends, as an HTTP date.', schema: text },
  'Content-Disposition': { description: 'The name of the file.', schema: text },
  Location: { description: 'The URL to continue at.', schema: { type: 'string', format: 'uri-reference' } },
}

const refs = (names: readonly (string | false | undefined)[]): Json =>
  Object.fromEntries(
    names
      .filter((name) => typeof name === 'string')
      .map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  )

const isCounted = ({ audience }: Endpoint) => audience === 'user' || audience === 'api-key'
const everywhere = ['X-Request-Id', versionHeader]
const rateLimit = ['RateLimit-Policy', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset']

const isFile = ({ produces, name }: Endpoint) => produces !== undefined && name !== 'inject'
const findsByName = ({ name }: Endpoint) =>
  ['inject', 'injectByName', 'readSchema', 'readVariablesByName'].includes(name)
const rendersVariables = ({ name }: Endpoint) => name === 'inject' || name === 'downloadEnvironment'

export const successHeaders = (call: Endpoint): Json =>
  refs([
    ...everywhere,
    ...(isCounted(call) ? rateLimit : []),
    call.conditional && 'ETag',
    call.idempotency && replayedHeader,
    call.redirects && 'Location',
    isFile(call) && 'Content-Disposition',
    (rendersVariables(call) || findsByName(call)) && 'X-Envhold-Warnings',
    ...(findsByName(call) ? ['Deprecation', 'Sunset'] : []),
  ])

export const errorHeaders = (codes: readonly ErrorCode[]): Json => {
  const statuses = codes.map((code) => errors[code].status)
  const mayPass =
    codes.includes('REQUEST_IN_PROGRESS') || statuses.some((status) => status === 429 || status === 503)
  return refs([
    ...everywhere,
    ...(statuses.some((status) => status === 429) ? rateLimit : []),
    mayPass && 'Retry-After',
    statuses.some((status) => status === 401) && 'WWW-Authenticate',
  ])
}

const parameter = (name: string, description: string, example: string, schema: Json = text): Json => ({
  name,
  in: 'header',
  required: false,
  description,
  schema,
  example,
})

const about: Readonly<Record<string, string>> = {
  replay: 'is answered as before',
  once: 'is answered with ALREADY_CREATED and the id of what was created, since its secret is shown once',
}

/** The request headers of a call. */
export const headerParameters = (call: Endpoint): Json[] => [
  ...(call.vault
    ? [
        parameter(
          'x-master-password',
          'The master password in percent-encoded UTF-8. Tokens unlock by themselves and need none.',
          'correct%20horse',
        ),
        parameter(
          passkeyUnlockHeader,
          'In place of the master password: the id of a passkey that opens the vault, a dot, and the unlock secret that the browser derived, both in base64url.',
          'u6QjMZrWVBbDRhkQMWr1Cg.q0Q6gX4nJ2w0q6JtBvV9c1XkZ7yq3F8mS5d0aLhR2uE',
        ),
      ]
    : []),
  ...(call.conditional === 'read'
    ? [
        parameter(
          'If-None-Match',
          'The ETag that you have: the response is 304 if nothing has changed.',
          '"7"',
        ),
      ]
    : []),
  ...(call.conditional === 'write'
    ? [
        parameter(
          'If-Match',
          'The version that you have read: the response is 412 if it is not the newest.',
          '"7"',
        ),
      ]
    : []),
  ...(call.confirms
    ? [
        parameter(
          confirmHeader,
          'The name of the environment, percent-encoded: required to replace or delete something in a protected one.',
          'production',
        ),
      ]
    : []),
  ...(call.idempotency
    ? [
        parameter(
          idempotencyHeader,
          `A random text, the same for each attempt. A repeated request ${about[shownOnceOf(call.idempotency) ? 'once' : 'replay']}, for ${idempotencyHours} hours.`,
          '4f1c8e0a-2b7d-4a63-9d55-0c6f3e8b1a27',
          { type: 'string', minLength: 16, maxLength: 130 },
        ),
      ]
    : []),
  ...(call.requestHeaders ?? []).map((name) => parameter(name, 'Part of the signature.', '…')),
]
