/** Signing in at the OpenID provider that the operator has set up. */
import { z } from 'zod'
import { endpointsOf } from '../endpoint.ts'
import * as field from '../fields.ts'
import { limits } from '../limits.ts'
import { confirmed, renewedSession } from './account-settings.ts'
import { login, signUpModes } from './accounts.ts'

const endpoint = endpointsOf('Accounts')

/** Where the provider sends the browser back to. */
export const providerCallbackPath = '/sign-in/callback'

/** How long a person may take at the provider. */
export const providerSignInMinutes = 10

/** The pages that a sign-in at the provider may return to. */
export const returnPaths = [
  '/dashboard',
  '/account',
  '/account/security',
  '/account/tokens',
  '/activity',
  '/subscription',
  '/cli-auth',
  '/invite',
] as const

/** 32 bytes, base64url. */
const bytes32 = z.string().regex(/^[A-Za-z0-9_-]{43}$/)

/** What the page holds, and the server sees only when the provider has answered: SHA-256 of it. */
const browserHash = bytes32.meta({ description: 'SHA-256 of `browserValue`, base64url' })

/** The browser that a link or a confirmation starts in. */
const browserRequest = z.object({ browserHash }).meta({ id: 'ProviderBrowserRequest' })

/** What the provider added to the callback's URL, and the value of the browser that started. */
const callback = z
  .object({
    /** The query of the callback, without `?`. */
    params: field.text(8_000).min(1),
    browserValue: bytes32,
  })
  .meta({ id: 'ProviderCallback' })

/** The page of the provider to open. */
const started = z.object({ url: z.url().max(8_000) }).meta({ id: 'ProviderStart' })

const label = z.string().max(40)

export const listSignInProviders = endpoint('GET /auth/providers', {
  name: 'listSignInProviders',
  summary: 'List the identity providers of this instance, one or none, and who may create an account.',
  audience: 'anyone',
  output: z.object({
    providers: z
      .array(
        z.object({
          label,
          /** Whether passwords are rejected, except for a SUPER_ADMIN. */
          only_way_in: z.boolean(),
        }),
      )
      .max(1),
    /** Who may create an account, with a password or at a provider. */
    sign_ups: z.enum(signUpModes),
  }),
})

export const startProviderSignIn = endpoint('POST /auth/oidc/start', {
  name: 'startProviderSignIn',
  summary: 'Start a sign-in at the identity provider. The browser opens the returned URL.',
  audience: 'anyone',
  secret: true,
  body: z.object({ browserHash, returnPath: z.enum(returnPaths) }),
  output: started,
  errors: ['NOT_FOUND', 'RATE_LIMITED', 'UNAVAILABLE'],
})

export const finishProviderSignIn = endpoint('POST /auth/oidc/finish', {
  name: 'finishProviderSignIn',
  summary:
    'Finish a sign-in with what the identity provider added to the callback’s URL. A first sign-in creates or links an account, as far as the operator allows.',
  audience: 'anyone',
  secret: true,
  body: callback.extend({
    deviceToken: z.string().max(200).optional(),
    /** The secret of a mailed invitation, where new accounts need one. */
    invitation: z.string().min(1).max(200).optional(),
  }),
  output: login.output.extend({ return_path: z.enum(returnPaths) }),
  errors: [
    'NOT_FOUND',
    'RATE_LIMITED',
    'UNAVAILABLE',
    'INVALID_CREDENTIALS',
    'FORBIDDEN',
    'MFA_REQUIRED',
    'CONFLICT',
  ],
})

export const readProviderLink = endpoint('GET /auth/oidc/link', {
  name: 'readProviderLink',
  summary: 'Read whether the account is linked to one at the identity provider.',
  audience: 'session',
  output: z.object({
    /** Null: this instance has no identity provider. */
    provider: z
      .object({
        label,
        /** Whether the password of this account is rejected. */
        only_way_in: z.boolean(),
      })
      .nullable(),
    linked: z
      .object({
        email: z.string().max(limits.emailLength).nullable(),
        created_at: field.time,
        last_used_at: field.time.nullable(),
      })
      .nullable(),
    /** Whether the account can be signed in to without the provider, so that the link may be removed. */
    has_other_way_in: z.boolean(),
  }),
})

export const startProviderLink = endpoint('POST /auth/oidc/link/start', {
  name: 'startProviderLink',
  summary: 'Start linking the account to one at the identity provider.',
  audience: 'session',
  stepUp: 'always',
  secret: true,
  body: browserRequest,
  output: started,
  errors: ['NOT_FOUND', 'UNAVAILABLE', 'CONFLICT'],
})

export const finishProviderLink = endpoint('POST /auth/oidc/link', {
  name: 'finishProviderLink',
  summary: 'Link the account. The session continues under a new token.',
  audience: 'session',
  secret: true,
  body: callback,
  output: renewedSession,
  errors: ['NOT_FOUND', 'UNAVAILABLE', 'INVALID_CREDENTIALS', 'FORBIDDEN', 'CONFLICT'],
})

export const unlinkProvider = endpoint('DELETE /auth/oidc/link', {
  name: 'unlinkProvider',
  summary:
    'Remove the link to the identity provider, if the account has another way in. The session continues under a new token.',
  audience: 'session',
  stepUp: 'always',
  secret: true,
  output: renewedSession,
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

export const startProviderConfirmation = endpoint('POST /auth/confirm-oidc/start', {
  name: 'startProviderConfirmation',
  summary: 'Start confirming who you are at the identity provider, which asks for a fresh sign-in.',
  audience: 'session',
  whileSuspended: true,
  secret: true,
  body: browserRequest,
  output: started,
  errors: ['NOT_FOUND', 'UNAVAILABLE', 'FORBIDDEN'],
})

export const confirmWithProvider = endpoint('POST /auth/confirm-oidc', {
  name: 'confirmWithProvider',
  summary:
    'Confirm who you are with a fresh sign-in at the identity provider, for calls that respond with STEP_UP_REQUIRED. The session continues under a new token.',
  audience: 'session',
  whileSuspended: true,
  secret: true,
  body: callback,
  output: confirmed,
  errors: ['NOT_FOUND', 'UNAVAILABLE', 'INVALID_CREDENTIALS', 'FORBIDDEN'],
})
