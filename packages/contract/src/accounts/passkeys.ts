import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import * as field from '../fields.ts'
import { limits } from '../limits.ts'
import { renewedSession, renewedToken } from './account-settings.ts'
import { creationOptions, credentialId, registrationResponse } from './webauthn.ts'

/** Passkeys of one account. */
export const maxPasskeys = 20

const passkeyName = field.requiredText(limits.nameLength, 'A name is required')
const params = z.object({ id: credentialId })

export const passkeyInfo = z
  .object({
    id: credentialId,
    name: z.string().max(limits.nameLength),
    /** Whether it is copied between devices, by its provider. */
    synced: z.boolean(),
    /** Whether its authenticator can open a vault. */
    can_open_vault: z.boolean(),
    opens_vault: z.boolean(),
    /** False: it was made for another host than that of this instance. */
    usable: z.boolean(),
    created_at: field.time,
    last_used_at: field.time.nullable(),
  })
  .meta({ id: 'Passkey' })
export type PasskeyInfo = z.output<typeof passkeyInfo>

export const listPasskeys = endpoint({
  name: 'listPasskeys',
  tag: 'Passkeys',
  summary: 'List the passkeys of the account.',
  method: 'GET',
  path: '/auth/passkeys',
  audience: 'session',
  output: z.object({ passkeys: z.array(passkeyInfo).max(100) }),
})

export const startPasskeyRegistration = endpoint({
  name: 'startPasskeyRegistration',
  tag: 'Passkeys',
  summary: 'Get what a browser needs to create a passkey. It is valid for five minutes, once.',
  method: 'POST',
  path: '/auth/passkeys/options',
  audience: 'session',
  stepUp: 'always',
  output: z.object({ options: creationOptions }),
  errors: ['NOT_FOUND', 'CONFLICT'],
})

export const registerPasskey = endpoint({
  name: 'registerPasskey',
  tag: 'Passkeys',
  summary: 'Add a passkey. The session continues under a new token.',
  method: 'POST',
  path: '/auth/passkeys',
  audience: 'session',
  stepUp: 'always',
  secret: true,
  body: z.object({ response: registrationResponse, name: passkeyName.optional() }),
  output: z.object({ passkey: passkeyInfo, token: renewedToken }),
  success: 201,
  errors: ['INVALID_CREDENTIALS', 'NOT_FOUND', 'CONFLICT'],
})

export const renamePasskey = endpoint({
  name: 'renamePasskey',
  tag: 'Passkeys',
  summary: 'Rename a passkey.',
  method: 'PUT',
  path: '/auth/passkeys/{id}',
  audience: 'session',
  params,
  body: z.object({ name: passkeyName }),
  output: field.message,
  errors: ['NOT_FOUND'],
})

export const deletePasskey = endpoint({
  name: 'deletePasskey',
  tag: 'Passkeys',
  summary:
    'Remove a passkey, unless it is the only way to sign in. It no longer opens the vault, and the session continues under a new token.',
  method: 'DELETE',
  path: '/auth/passkeys/{id}',
  audience: 'session',
  stepUp: 'always',
  secret: true,
  params,
  output: renewedSession,
  errors: ['NOT_FOUND', 'CONFLICT'],
})
