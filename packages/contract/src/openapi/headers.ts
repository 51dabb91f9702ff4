import { versionHeader } from '../cli-download.ts'
import type { Endpoint } from '../endpoint.ts'
import { type ErrorCode, errors } from '../errors.ts'
import { idempotencyHeader, idempotencyHours, replayedHeader, shownOnceOf } from '../idempotency.ts'
import type { Json } from './schemas.ts'

const text = { type: 'string' }
const integer = { type: 'integer', minimum: 0 }

/** Every header of an answer that means something to a caller. */
export const headerComponents: Record<string, Json> = {
  'X-Request-Id': { description: 'Names the request in the log: quote it in a report.', schema: text },
  [versionHeader]: { description: 'The version of the server.', schema: text },
  ETag: { description: 'The version of what was answered, for If-None-Match and If-Match.', schema: text },
  'RateLimit-Limit': { description: 'Calls that the tightest window allows.', schema: integer },
  'RateLimit-Remaining': { description: 'Calls that are left in it.', schema: integer },
  'RateLimit-Reset': { description: 'Seconds until it starts again.', schema: integer },
  'Retry-After': { description: 'Seconds until it is worth trying again.', schema: integer },
  'WWW-Authenticate': { description: 'How to authenticate.', schema: text },
  [replayedHeader]: {
    description: '`true`: this is the answer of an earlier request with the same key.',
    schema: text,
  },
  'X-Envhold-Warnings': { description: 'Names the keys whose values not every reader takes.', schema: text },
  'Content-Disposition': { description: 'The name of the file.', schema: text },
  Location: { description: 'Where to go on.', schema: { type: 'string', format: 'uri-reference' } },
}

const refs = (names: readonly (string | false | undefined)[]): Json =>
  Object.fromEntries(
    names
      .filter((name) => typeof name === 'string')
      .map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  )

const isCounted = ({ audience }: Endpoint) => audience === 'user' || audience === 'api-key'
const everywhere = ['X-Request-Id', versionHeader]
const rateLimit = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset']

const isFile = ({ produces, name }: Endpoint) => produces !== undefined && name !== 'inject'
const rendersVariables = ({ name }: Endpoint) => name === 'inject' || name === 'downloadEnvironment'

export const successHeaders = (call: Endpoint): Json =>
  refs([
    ...everywhere,
    ...(isCounted(call) ? rateLimit : []),
    call.conditional && 'ETag',
    call.idempotency && replayedHeader,
    call.redirects && 'Location',
    isFile(call) && 'Content-Disposition',
    rendersVariables(call) && 'X-Envhold-Warnings',
  ])

export const errorHeaders = (codes: readonly ErrorCode[]): Json => {
  const statuses = codes.map((code) => errors[code].status)
  const mayPass = codes.includes('REQUEST_IN_PROGRESS') || statuses.some((one) => one === 429 || one === 503)
  return refs([
    ...everywhere,
    ...(statuses.some((one) => one === 429) ? rateLimit : []),
    mayPass && 'Retry-After',
    statuses.some((one) => one === 401) && 'WWW-Authenticate',
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

/** The headers that a caller may send. */
export const headerParameters = (call: Endpoint): Json[] => [
  ...(call.vault
    ? [
        parameter(
          'x-master-password',
          'The master password in percent-encoded UTF-8. Tokens unlock by themselves and need none.',
          'correct%20horse',
        ),
      ]
    : []),
  ...(call.conditional === 'read'
    ? [parameter('If-None-Match', 'The ETag you hold: 304 when nothing has changed.', '"7"')]
    : []),
  ...(call.conditional === 'write'
    ? [parameter('If-Match', 'The version you have read: 412 when it is not the newest.', '"7"')]
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
