/** Logging in to the command line by a code that a signed-in person compares, after RFC 8628. */
import { z } from 'zod'
import { endpointsOf } from '../endpoint.ts'
import * as field from '../fields.ts'

const endpoint = endpointsOf('Personal tokens')

/** How long a login waits for its answer. */
export const deviceLoginMinutes = 10
/** How long a device waits between two polls, unless it is told `slow_down`. */
export const pollSeconds = 5
/** How much longer it waits after that. */
export const slowDownSeconds = 5
export const maxDeviceNameLength = 60

const userCodeText = /^[BCDFGHJKMNPQRSTVWXZ]{4}[\s-]?[BCDFGHJKMNPQRSTVWXZ]{4}$/
const invalidUserCode = 'The code has eight letters, such as WDJB-MJHT'

/** The code that a person compares, in any case, with or without its hyphen. */
const userCode = field
  .present('Enter the code that your terminal shows')
  .max(40, invalidUserCode)
  .trim()
  .toUpperCase()
  .regex(userCodeText, invalidUserCode)
  .meta({ examples: ['WDJB-MJHT'] })

/** How a link shows that the server made it for this code: the login's id and a MAC. */
const tag = z
  .string()
  .regex(/^[0-9A-Za-z]{13}[0-9A-Za-z_-]{20}$/, 'The link is incomplete')
  .meta({ examples: ['3cQWJhXqJNbv5u4Tq0mXbS1cZ7wKfR2vY'] })

/** A typed code as it is shown, such as `WDJB-MJHT`; undefined if it cannot be one. */
export function shownUserCode(typed: string): string | undefined {
  const { data } = userCode.safeParse(typed)
  return data && `${data.slice(0, 4)}-${data.slice(-4)}`
}

/** Proves to the server that the page that answers is the one that showed the login. */
const review = z
  .string()
  .regex(/^[A-Za-z0-9_-]{43}$/, 'Open the login again')
  .meta({ examples: ['9u4Tq0mXbS1cZ7wKfR2vYhJ6nLpA8dEg3oViWtU5sQk'] })
const reviewed = z.object({ review }).meta({ id: 'ReviewedDeviceLogin' })
const selfDescription = (message: string) => field.requiredText(maxDeviceNameLength, message)

export const startDeviceLogin = endpoint('POST /cli/device', {
  name: 'startDeviceLogin',
  summary:
    'Begin a login of the command line. A signed-in user opens `verification_uri` within ten minutes, compares the user code and approves, while the device polls.',
  audience: 'anyone',
  secret: true,
  body: z.object({
    /** What the device calls itself, such as its host name. */
    device_name: selfDescription('Name the device'),
    client: selfDescription('Name the client'),
  }),
  output: z.object({
    device_code: z.string().max(100),
    user_code: z.string().max(20),
    verification_uri: z.url().max(2_000),
    verification_uri_complete: z.url().max(2_000),
    /** Seconds. */
    expires_in: z.int().positive(),
    /** Seconds between two polls. */
    interval: z.int().positive(),
  }),
  success: 201,
  errors: ['RATE_LIMITED'],
})

/** The states of RFC 8628 §3.5, and `approved`. */
const pollStatuses = [
  'authorization_pending',
  'slow_down',
  'access_denied',
  'expired_token',
  'approved',
] as const

export const pollDeviceLogin = endpoint('POST /cli/device/token', {
  name: 'pollDeviceLogin',
  summary:
    'Ask whether a login is answered. The token is returned once; `expired_token` is the answer for every device code that is unknown, used or too old.',
  audience: 'anyone',
  secret: true,
  body: z.object({ device_code: field.text(100) }),
  output: z.object({
    status: z.enum(pollStatuses),
    /** Seconds until the next poll. */
    interval: z.int().positive(),
    /** With `approved` only. */
    token: z.string().max(100).nullable(),
  }),
})

export const openDeviceLogin = endpoint('POST /cli/device/open', {
  name: 'openDeviceLogin',
  summary:
    'Read what a login of the command line asks for, by its user code. Only the user who opened it last can answer it. After five wrong codes the account is locked out for ten minutes; a call with the tag of `verification_uri_complete` is no try.',
  audience: 'session',
  secret: true,
  body: z.object({
    user_code: userCode,
    /** From the link that began the login. With a wrong one nothing is looked up. */
    tag: tag.optional(),
  }),
  output: z.object({
    review,
    login: z.object({
      device_name: z.string().max(maxDeviceNameLength),
      client: z.string().max(maxDeviceNameLength),
      ip_address: z.string().max(64),
      /** Whether this call comes from the same IP address. */
      same_ip_address: z.boolean(),
      created_at: field.time,
      expires_at: field.time,
    }),
  }),
  errors: ['NOT_FOUND', 'LOCKED_OUT'],
})

export const approveDeviceLogin = endpoint('POST /cli/device/approve', {
  name: 'approveDeviceLogin',
  summary:
    'Approve a login that this page opened. It creates a personal token with every permission, which the device collects.',
  audience: 'session',
  stepUp: 'always',
  vault: true,
  idempotency: { replay: { id: 'id' } },
  body: reviewed,
  output: z.object({
    success: z.boolean(),
    id: field.tokenId,
    token_name: z.string().max(100),
    message: z.string().max(300),
  }),
  success: 201,
  errors: ['NOT_FOUND', 'LIMIT_REACHED'],
})

export const denyDeviceLogin = endpoint('POST /cli/device/deny', {
  name: 'denyDeviceLogin',
  summary: 'Deny a login that this page opened. The device is told so.',
  audience: 'session',
  body: reviewed,
  output: field.message,
  errors: ['NOT_FOUND'],
})
