import { z } from 'zod'
import { endpointsOf } from '../endpoint.ts'
import * as field from '../fields.ts'
import { limits } from '../limits.ts'

const endpoint = endpointsOf('Accounts')

export const username = field.requiredText(limits.nameLength, 'Username is required')

/** The signed-in person, as the web app and the command line see them. */
export const account = z
  .object({
    id: field.id,
    username: z.string().max(limits.nameLength),
    email: z.string().max(limits.emailLength),
    firstName: z.string().max(limits.nameLength).nullable(),
    lastName: z.string().max(limits.nameLength).nullable(),
    /** Whether the user has verified this e-mail address. */
    email_verified: z.boolean(),
    /** Whether a mail server is configured; without one no e-mail address can be verified. */
    can_verify_email: z.boolean(),
    /** The URL of this instance that links in mails and invitations lead to, from PUBLIC_URL. */
    public_url: z.string().max(2_000),
    /** In which dates are written in e-mails to the user; null: UTC. */
    time_zone: z.string().max(limits.nameLength).nullable(),
    created_at: field.time,
  })
  .meta({ id: 'Account' })
export type Account = z.output<typeof account>

export const accountAnswer = z.object({ user: account }).meta({ id: 'AccountResponse' })

/**
 * A token that a device stores after its first sign-in to an account, and keeps when the user signs out. It grants no
 * access. Sent with the next sign-in, it exempts the device from the delays that other people's wrong passwords cause.
 */
export const deviceToken = z.string().max(200)

/** The specification repeats a session's bearer token in `data`. */
const signedIn = z
  .object({
    token: z.string().max(200),
    username: z.string().max(limits.nameLength),
    deviceToken,
    data: z.object({
      token: z.string().max(200),
      username: z.string().max(limits.nameLength),
      user: account,
    }),
  })
  .meta({ id: 'SignedIn' })
/** `restored`: the account had been deleted, and this sign-in restored it. */
export const signInAnswer = signedIn
  .extend({ restored: z.literal(true).optional() })
  .meta({ id: 'SignInResponse' })
export type SignInAnswer = z.output<typeof signInAnswer>

export const register = endpoint('POST /auth/register', {
  name: 'register',
  summary: 'Create an account and sign in. The first account of an instance becomes its operator.',
  audience: 'anyone',
  argon2: true,
  secret: true,
  body: z.object({
    email: field.email,
    password: field.password,
    username: username.optional(),
    firstName: field.nameText(limits.nameLength).optional(),
    lastName: field.nameText(limits.nameLength).optional(),
    /** The secret of a mailed invitation: it verifies the e-mail address, and allows registration by invitation. */
    invitation: z.string().min(1).max(200).optional(),
  }),
  output: signedIn,
  success: 201,
  errors: ['FORBIDDEN', 'CONFLICT', 'RATE_LIMITED', 'UNAVAILABLE'],
})

export const login = endpoint('POST /auth/login', {
  name: 'login',
  summary: 'Sign in with an e-mail address or a username.',
  audience: 'anyone',
  argon2: true,
  secret: true,
  body: z.object({
    email: field.present('E-mail is required').max(limits.emailLength),
    password: field.givenPassword,
    deviceToken: deviceToken.optional(),
  }),
  output: signInAnswer,
  errors: ['INVALID_CREDENTIALS', 'MFA_REQUIRED', 'FORBIDDEN', 'RATE_LIMITED', 'LOCKED_OUT', 'UNAVAILABLE'],
})

export const logout = endpoint('POST /auth/logout', {
  name: 'logout',
  summary: 'End this session.',
  audience: 'session',
  whileSuspended: true,
  whilePending: true,
  output: field.message,
})

export const readSession = endpoint('GET /auth/session', {
  name: 'readSession',
  summary: 'Read the signed-in account.',
  audience: 'user',
  permission: 'read_projects',
  output: accountAnswer,
  errors: ['ACCOUNT_SUSPENDED', 'ACCOUNT_PENDING'],
})

export const changePassword = endpoint('PUT /auth/change-password', {
  name: 'changePassword',
  summary:
    'Change the sign-in password. Every other session and device token becomes invalid, and this session continues under a new token.',
  audience: 'session',
  stepUp: 'always',
  argon2: true,
  secret: true,
  body: z.object({
    currentPassword: field.givenPassword,
    newPassword: field.password,
    confirmSamePassword: field.confirmSamePassword,
    deviceToken: deviceToken.optional(),
  }),
  output: field.message.extend({ deviceToken, token: z.string().max(200) }),
  errors: ['INVALID_CREDENTIALS', 'LOCKED_OUT', 'UNAVAILABLE'],
})

/** What is deleted for good has no status: it is gone. */
export const userStatuses = ['ACTIVE', 'INACTIVE', 'PENDING', 'SUSPENDED'] as const

export const readUserStatus = endpoint('GET /users/status', {
  name: 'readUserStatus',
  summary: 'Read the status and the roles of the signed-in account.',
  audience: 'session',
  whileSuspended: true,
  whilePending: true,
  output: z.object({
    user: z.object({
      id: field.id,
      username: z.string().max(limits.nameLength),
      email: z.string().max(limits.emailLength),
      status: z.enum(userStatuses),
      suspended_reason: z.string().max(limits.descriptionLength).nullable(),
      roles: z
        .array(
          z.object({
            id: field.id,
            name: z.string().max(limits.nameLength),
            display_name: z.string().max(limits.nameLength),
            permissions: z.array(z.string().max(limits.nameLength)).max(100),
          }),
        )
        .max(10),
    }),
    userStatus: z.enum(userStatuses),
    suspendedReason: z.string().max(limits.descriptionLength).nullable(),
    /** Where users of this instance get help. */
    supportEmail: z.string().max(limits.emailLength),
    /** What a suspended user reads below the reason. */
    suspensionMessage: z.string().max(limits.descriptionLength),
  }),
})

/** Leaves space for the number that makes a suggested username unique. */
export const suffixDigits = 6

/** The username that is derived from an e-mail address if the user chooses none, before it is made unique. */
export const suggestedUsername = (email: string) =>
  (email.split('@')[0] ?? '').slice(0, limits.nameLength - suffixDigits)

/** Whether a username was derived from the e-mail address, with or without the number that made it unique. */
export function isSuggestedUsername(username: string, email: string): boolean {
  const base = suggestedUsername(email).toLowerCase()
  const name = username.toLowerCase()
  if (base === '' || !name.startsWith(base)) return false
  return /^(|[2-9]|1\d|20|\d{6})$/.test(name.slice(base.length))
}

/**
 * Who may create an account: anybody, people with an invitation, anybody after an operator's approval, or people whom an
 * operator invites.
 */
export const signUpModes = ['open', 'invited', 'approval', 'closed'] as const
export type SignUpMode = (typeof signUpModes)[number]
