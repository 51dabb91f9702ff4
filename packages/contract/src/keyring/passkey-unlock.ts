import { z } from 'zod'
import { answered } from '../accounts/passkey-authentication.ts'
import { assertionResponse, credentialId, prfSalts, requestOptions } from '../accounts/webauthn.ts'
import { endpoint } from '../endpoint.ts'
import * as field from '../fields.ts'

/**
 * The request header that opens the vault in place of `x-master-password`: `<credential id>.<unlock secret>`, both in
 * base64url. The secret is 32 bytes that the browser derives from the output of the extension `prf`.
 */
export const passkeyUnlockHeader = 'x-passkey-unlock'

/** Credential id and unlock secret, in base64url. */
export const passkeyUnlockPattern = /^([A-Za-z0-9_-]{1,1364})\.([A-Za-z0-9_-]{43})$/

const options = z.object({ options: requestOptions, salts: prfSalts }).meta({ id: 'PasskeyUnlockOptions' })
const params = z.object({ id: credentialId })

export const startPasskeyUnlockSetUp = endpoint({
  name: 'startPasskeyUnlockSetUp',
  tag: 'Passkeys',
  summary: 'Get what a browser needs to let a passkey open the vault. It is valid for five minutes, once.',
  method: 'POST',
  path: '/auth/passkeys/{id}/unlock/options',
  audience: 'session',
  stepUp: 'always',
  params,
  output: options,
  errors: ['NOT_FOUND'],
})

export const setUpPasskeyUnlock = endpoint({
  name: 'setUpPasskeyUnlock',
  tag: 'Passkeys',
  summary: 'Let a passkey open the vault. The master password and the recovery key still open it.',
  method: 'PUT',
  path: '/auth/passkeys/{id}/unlock',
  audience: 'session',
  stepUp: 'always',
  argon2: true,
  secret: true,
  params,
  body: z.object({
    masterPassword: field.givenMasterPassword,
    /** 32 bytes in base64url. */
    unlock: z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'Must be 32 bytes in base64url'),
    response: assertionResponse,
  }),
  output: field.message,
  errors: [
    'INVALID_CREDENTIALS',
    'MASTER_PASSWORD_REQUIRED',
    'INVALID_MASTER_PASSWORD',
    'NOT_FOUND',
    'LOCKED_OUT',
    'UNAVAILABLE',
  ],
})

export const startPasskeyUnlock = endpoint({
  name: 'startPasskeyUnlock',
  tag: 'Passkeys',
  summary: 'Get what a browser needs to open the vault with a passkey. It is valid for five minutes, once.',
  method: 'POST',
  path: '/auth/passkeys/unlock/options',
  audience: 'session',
  output: options,
  errors: ['NOT_FOUND'],
})

export const unlockWithPasskey = endpoint({
  name: 'unlockWithPasskey',
  tag: 'Passkeys',
  summary: `Open the vault with a passkey, whose unlock secret is in ${passkeyUnlockHeader}.`,
  method: 'POST',
  path: '/auth/passkeys/unlock',
  audience: 'session',
  vault: true,
  body: answered,
  output: field.message,
  errors: ['INVALID_CREDENTIALS', 'NOT_FOUND', 'UNAVAILABLE'],
})
