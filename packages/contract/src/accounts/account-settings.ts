import { z } from 'zod'
import { retention } from '../archive/archive.ts'
import { endpointsOf } from '../endpoint.ts'
import * as field from '../fields.ts'
import { limits } from '../limits.ts'
import { accountAnswer, username } from './accounts.ts'
import { emailTokenRequest, linkedAccount } from './mailed-links.ts'
import { authMethods } from './step-up.ts'
import { isTimeZone } from './time-zone.ts'

const endpoint = endpointsOf('Accounts')

/** How long signing in restores a deleted account. */
export const restoreWindowDays: number = retention.deletedAccountDays

export const updateProfile = endpoint('PUT /auth/profile', {
  name: 'updateProfile',
  summary: 'Change username, first and last name, and the time zone of e-mails.',
  audience: 'session',
  body: z.object({
    username: username.optional(),
    firstName: field.nameText(limits.nameLength).nullish(),
    lastName: field.nameText(limits.nameLength).nullish(),
    time_zone: field.text(limits.nameLength).refine(isTimeZone, 'There is no such time zone').nullish(),
  }),
  output: accountAnswer,
  errors: ['CONFLICT'],
})

export const sessionInfo = z
  .object({
    id: z.string().max(32),
    /** Whether it is the caller's own session. */
    current: z.boolean(),
    created_at: field.time,
    last_seen_at: field.time,
    expires_at: field.time,
    ip_address: z.string().max(64),
    user_agent: z.string().max(500),
    signed_in_by: z.enum(authMethods),
  })
  .meta({ id: 'Session' })
export type SessionInfo = z.output<typeof sessionInfo>

export const listSessions = endpoint('GET /auth/sessions', {
  name: 'listSessions',
  summary: 'List the sessions of the account, the last used first.',
  audience: 'session',
  output: z.object({ sessions: z.array(sessionInfo).max(1_000) }),
})

export const endSession = endpoint('DELETE /auth/sessions/{id}', {
  name: 'endSession',
  summary: 'Sign a session out.',
  audience: 'session',
  stepUp: 'always',
  params: z.object({ id: field.tokenId }),
  output: field.message,
  errors: ['NOT_FOUND'],
})

export const endOtherSessions = endpoint('DELETE /auth/sessions', {
  name: 'endOtherSessions',
  summary: 'Sign every other session out.',
  audience: 'session',
  stepUp: 'always',
  output: field.message,
})

/** The session continues under a new token, and the old token becomes invalid. */
export const renewedToken = z.string().max(200)

export const renewedSession = field.message.extend({ token: renewedToken }).meta({ id: 'RenewedSession' })

/** A proof that calls with a step-up accept. */
export const confirmed = z
  .object({
    token: renewedToken,
    /** When the confirmation expires. */
    confirmed_until: field.time,
  })
  .meta({ id: 'Confirmed' })

const ownPassword = z.object({ password: field.givenPassword }).meta({ id: 'PasswordRequest' })

export const confirmPassword = endpoint('POST /auth/confirm-password', {
  name: 'confirmPassword',
  summary:
    'Confirm who you are with the account password, for calls that respond with STEP_UP_REQUIRED. The session continues under a new token, and the old token becomes invalid.',
  audience: 'session',
  whileSuspended: true,
  argon2: true,
  secret: true,
  body: ownPassword,
  output: confirmed,
  errors: ['INVALID_CREDENTIALS', 'LOCKED_OUT', 'UNAVAILABLE'],
})

export const openVerification = endpoint('POST /auth/verify-email/open', {
  name: 'openVerification',
  summary: 'Read which account and e-mail address a mailed link verifies, without verifying it.',
  audience: 'anyone',
  body: emailTokenRequest,
  output: linkedAccount,
  errors: ['NOT_FOUND', 'RATE_LIMITED'],
})

export const verifyEmail = endpoint('POST /auth/verify-email', {
  name: 'verifyEmail',
  summary:
    'Verify the e-mail address of the signed-in account with the link that was mailed to it. The link of another account is rejected.',
  audience: 'session',
  body: emailTokenRequest,
  output: field.message,
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

export const sendVerification = endpoint('POST /auth/verify-email/send', {
  name: 'sendVerification',
  summary: 'Send the verification mail again.',
  audience: 'session',
  output: field.message,
  errors: ['CONFLICT', 'UNAVAILABLE'],
})

export const deleteAccount = endpoint('DELETE /auth/account', {
  name: 'deleteAccount',
  summary:
    'Delete the account. Sessions, tokens and API keys stop immediately; signing in within 30 days restores everything but a paid plan, which ends with its period unless it is resumed.',
  audience: 'session',
  stepUp: 'always',
  argon2: true,
  /** An account without a password needs the step-up alone. */
  body: z.object({ password: field.givenPassword.optional() }),
  output: field.message.extend({ deleted_at: field.time }),
  errors: ['FORBIDDEN', 'INVALID_CREDENTIALS', 'LOCKED_OUT', 'UNAVAILABLE'],
})
