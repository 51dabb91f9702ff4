import { z } from 'zod'
import { endpointsOf } from '../endpoint.ts'
import * as field from '../fields.ts'
import { limits } from '../limits.ts'
import { personalTokenPermissions } from '../permissions.ts'

const endpoint = endpointsOf('Personal tokens')

const permissions = z.array(z.enum(personalTokenPermissions)).max(personalTokenPermissions.length)

export const personalToken = z
  .object({
    id: field.tokenId,
    token_name: z.string().max(limits.nameLength),
    token_preview: z.string().max(40),
    created_at: field.time,
    last_used_at: field.time.nullable(),
    expires_at: field.time.nullable(),
    is_expired: z.boolean(),
    rate_limit_per_hour: z.int().min(-1),
    permissions,
  })
  .meta({ id: 'PersonalToken' })
export type PersonalToken = z.output<typeof personalToken>

/** The full token, shown only once. */
const secret = z.string().max(100)

export const listPersonalTokens = endpoint('GET /personal-tokens', {
  name: 'listPersonalTokens',
  summary: 'List the account’s personal tokens, newest first.',
  audience: 'session',
  output: z.object({ tokens: z.array(personalToken).max(1_000) }),
})

export const createPersonalToken = endpoint('POST /personal-tokens', {
  name: 'createPersonalToken',
  summary: 'Create a personal token. The full token is shown only once.',
  audience: 'session',
  stepUp: 'always',
  vault: true,
  idempotency: { shownOnce: { secret: 'token.token', id: 'token.id' } },
  secret: true,
  body: z.object({
    name: field.requiredText(limits.nameLength, 'Token name is required'),
    permissions: permissions.min(1, 'At least one permission must be selected'),
    expires_at: field.time.nullish(),
  }),
  output: z.object({
    success: z.boolean(),
    message: z.string().max(300),
    token: personalToken.extend({ token: secret }),
  }),
  success: 201,
  errors: ['LIMIT_REACHED'],
})

export const revokePersonalToken = endpoint('DELETE /personal-tokens/{id}', {
  name: 'revokePersonalToken',
  summary: 'Revoke a personal token immediately. The environments that it could read are re-keyed.',
  audience: 'session',
  stepUp: 'always',
  params: z.object({ id: field.tokenId }),
  output: field.message,
  errors: ['NOT_FOUND'],
})

export const createCliToken = endpoint('POST /cli/auth', {
  name: 'createCliToken',
  summary: 'Create a personal token with every permission, for the command line. It is shown only once.',
  audience: 'session',
  stepUp: 'always',
  vault: true,
  idempotency: { shownOnce: { secret: 'token', id: 'id' } },
  secret: true,
  output: z.object({ success: z.boolean(), id: field.tokenId, token: secret, message: z.string().max(300) }),
  success: 201,
  errors: ['LIMIT_REACHED'],
})

const TOKEN = /(?<![0-9A-Za-z])(pak|ppt|inv|ses|eml|mfa)_([0-9A-Za-z]{13})_[0-9A-Za-z]*/g

/**
 * Leaves of each token in a text what is public of it, `pak_<id>`: a leaked key is pasted whole into a search, and
 * searches stand in URLs.
 */
export const withoutTokenSecrets = (text: string): string => text.replace(TOKEN, '$1_$2')

/** The id in `pak_<id>`, or the text itself. */
export const tokenIdIn = (text: string): string => withoutTokenSecrets(text).replace(/^[a-z]{3}_/, '')
