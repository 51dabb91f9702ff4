import { z } from 'zod'
import { authMethods } from './accounts/step-up.ts'
import { limits } from './limits.ts'

/**
 * Every error of the API: its status, and the message that people read unless the server has a more specific one. No
 * message contains a value, a key, a password or a token.
 */
export const errors = {
  VALIDATION_FAILED: { status: 400, message: 'The request is not valid.' },
  UPGRADE_REQUIRED: { status: 400, message: 'Your plan does not include this. Upgrade to use it.' },
  UNAUTHENTICATED: { status: 401, message: 'Please sign in.' },
  INVALID_CREDENTIALS: { status: 401, message: 'The e-mail, username or password is not right.' },
  MFA_REQUIRED: { status: 401, message: 'Confirm with a second factor to sign in.' },
  FORBIDDEN: { status: 403, message: 'You do not have permission to do this.' },
  STEP_UP_REQUIRED: { status: 403, message: 'Confirm that it is you to do this.' },
  SECOND_FACTOR_REQUIRED: {
    status: 403,
    message:
      'Operators of this server need a second factor. Set one up under Security on the page of your account.',
  },
  ACCOUNT_SUSPENDED: { status: 403, message: 'This account is suspended.' },
  ACCOUNT_PENDING: {
    status: 403,
    message: 'This account waits for an operator of this server to approve it.',
  },
  MASTER_PASSWORD_REQUIRED: { status: 403, message: 'Master password required' },
  INVALID_MASTER_PASSWORD: { status: 403, message: 'Invalid master password' },
  LIMIT_REACHED: { status: 403, message: 'The limit of your plan is reached.' },
  PROJECT_READ_ONLY: { status: 403, message: 'This project is read-only at the moment.' },
  IP_NOT_ALLOWED: { status: 403, message: 'This API key may not be used from this address.' },
  NOT_FOUND: { status: 404, message: 'Not found.' },
  CONFLICT: { status: 409, message: 'Something with this name already exists.' },
  ALREADY_INVITED: {
    status: 409,
    message:
      'An invitation has already been sent to this email address. Please wait for them to respond or cancel the previous invitation.',
  },
  ALREADY_MEMBER: { status: 409, message: 'This user is already a collaborator on this project.' },
  ALREADY_CREATED: {
    status: 409,
    message:
      'An earlier request with this Idempotency-Key created this already. Its secret was shown once and cannot be shown again: if you do not have it, delete what was created and create another.',
  },
  REQUEST_IN_PROGRESS: {
    status: 409,
    message: 'An earlier request with this Idempotency-Key is still being processed. Try again in a moment.',
  },
  PROTECTED_ENVIRONMENT: {
    status: 409,
    message:
      'This environment is protected. To replace or delete something in it, confirm its name in Confirm-Environment.',
  },
  VERSION_MISMATCH: {
    status: 412,
    message: 'This has changed since you loaded it. Reload it, then repeat your change.',
  },
  PAYLOAD_TOO_LARGE: { status: 413, message: 'The request is too large.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: 'Send JSON, as application/json.' },
  IDEMPOTENCY_KEY_REUSED: {
    status: 422,
    message: 'This Idempotency-Key was sent with another request before. Use a new key for each request.',
  },
  RATE_LIMITED: { status: 429, message: 'Too many requests. Please try again later.' },
  LOCKED_OUT: { status: 429, message: 'Too many wrong attempts. Please try again later.' },
  INTERNAL: {
    status: 500,
    message: 'Something went wrong on the server. Try again, or report it with the request ID.',
  },
  UNAVAILABLE: { status: 503, message: 'The service is not available right now. Please try again shortly.' },
} as const

export type ErrorCode = keyof typeof errors

export const errorCodes = Object.keys(errors) as [ErrorCode, ...ErrorCode[]]

/** The limit that rejected a call: RATE_LIMITED for the calls of an API key or a personal token. */
const reachedLimit = z
  .object({
    window: z.enum(['hour', 'day', 'month']),
    /** How many calls it allows. */
    calls: z.int().nonnegative(),
    /** The plan that has it, as customers know it; null: it is the same on every plan. */
    plan: z.string().max(limits.nameLength).nullable(),
    /** The username of the account on that plan. */
    owner: z.string().max(limits.nameLength).nullable(),
    /** When it resets: ISO 8601, UTC. */
    resets_at: z.string().max(24),
    /** Where the owner raises it. */
    upgrade_url: z.string().max(2_100).nullable(),
  })
  .meta({ id: 'ReachedLimit' })
export type ReachedLimit = z.output<typeof reachedLimit>

/** The body of every error response. */
export const errorBody = z
  .object({
    error: z.enum(errorCodes),
    message: z.string().max(500),
    details: z
      .array(z.object({ path: z.string().max(300), message: z.string().max(500) }))
      .max(2_000)
      .optional(),
    upgradeRequired: z.boolean().optional(),
    /** The methods that are accepted: STEP_UP_REQUIRED, MFA_REQUIRED. */
    methods: z.array(z.enum(authMethods)).max(authMethods.length).optional(),
    /** What continues a sign-in with its second factor: MFA_REQUIRED. */
    ticket: z.string().max(200).optional(),
    limit: reachedLimit.optional(),
    request_id: z.string().max(64),
  })
  .meta({ id: 'Error' })

export type ErrorBody = z.output<typeof errorBody>
