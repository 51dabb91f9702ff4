import { z } from 'zod'
import { answered } from '../accounts/passkey-authentication.ts'
import { assertionResponse, credentialId, prfSalts, requestOptions } from '../accounts/passkeys.ts'
import { endpointsOf } from '../endpoint.ts'
import * as field from '../fields.ts'
import { limits } from '../limits.ts'

const endpoint = endpointsOf('Master password')
const passkeyEndpoint = endpointsOf('Passkeys')

const recoveryKey = field.present('Recovery key is required').max(200)
/** A new master password that replaces the current one. */
const newMasterPassword = field.masterPassword.min(8, 'New master password must be at least 8 characters')
const ownMasterPassword = z
  .object({ masterPassword: field.givenMasterPassword })
  .meta({ id: 'MasterPasswordRequest' })
const withRecoveryKey = z
  .object({ message: z.string().max(300), recoveryKey: z.string().max(200) })
  .meta({ id: 'RecoveryKey' })

export const setUpMasterPassword = endpoint('POST /auth/master-password/setup', {
  name: 'setUpMasterPassword',
  summary: 'Set the master password for the first time. The recovery key is shown only once.',
  audience: 'session',
  stepUp: 'always',
  argon2: true,
  idempotency: { shownOnce: { secret: 'recoveryKey' } },
  secret: true,
  body: z.object({ masterPassword: field.masterPassword, confirmSamePassword: field.confirmSamePassword }),
  output: withRecoveryKey,
  success: 201,
  errors: ['CONFLICT', 'UNAVAILABLE'],
})

export const validateMasterPassword = endpoint('POST /auth/master-password/validate', {
  name: 'validateMasterPassword',
  summary: 'Check the master password. Wrong ones count towards the lock-out.',
  audience: 'session',
  argon2: true,
  body: ownMasterPassword,
  output: z.object({ valid: z.boolean() }),
  errors: ['MASTER_PASSWORD_REQUIRED', 'LOCKED_OUT', 'UNAVAILABLE'],
})

export const changeMasterPassword = endpoint('PUT /auth/master-password/change', {
  name: 'changeMasterPassword',
  summary:
    'Change the master password. With `leaked`, the key pair is replaced too, and every environment that the account can open is re-keyed.',
  audience: 'session',
  stepUp: 'always',
  argon2: true,
  idempotency: { shownOnce: { secret: 'recoveryKey' } },
  secret: true,
  body: z.object({
    currentMasterPassword: field
      .present('Current master password is required')
      .max(limits.masterPasswordLength),
    newMasterPassword,
    leaked: z.boolean().optional(),
    confirmSamePassword: field.confirmSamePassword,
  }),
  /** A new recovery key and the number of environments to re-key are present only after a new key pair. */
  output: z.object({
    message: z.string().max(300),
    recoveryKey: z.string().max(200).optional(),
    /** Environments whose re-key is pending: call `rekeyEnvironments` until none is left. */
    rekeyPending: field.count.optional(),
  }),
  errors: ['INVALID_MASTER_PASSWORD', 'MASTER_PASSWORD_REQUIRED', 'LOCKED_OUT', 'UNAVAILABLE'],
})

export const recoverMasterPassword = endpoint('POST /auth/master-password/recover', {
  name: 'recoverMasterPassword',
  summary: 'Set a new master password with the recovery key. A new recovery key replaces the used one.',
  audience: 'session',
  stepUp: 'always',
  argon2: true,
  idempotency: { shownOnce: { secret: 'recoveryKey' } },
  secret: true,
  body: z.object({ recoveryKey, newMasterPassword, confirmSamePassword: field.confirmSamePassword }),
  output: withRecoveryKey,
  errors: ['INVALID_CREDENTIALS', 'MASTER_PASSWORD_REQUIRED', 'LOCKED_OUT', 'UNAVAILABLE'],
})

export const rekeyEnvironments = endpoint('POST /auth/master-password/rekey', {
  name: 'rekeyEnvironments',
  summary:
    'Re-key some of the environments whose re-key is pending and that the caller can open. Call again while any remain.',
  audience: 'session',
  vault: true,
  output: z.object({ rekeyed: field.count, remaining: field.count }),
  errors: ['UNAVAILABLE'],
})

export const renewRecoveryKey = endpoint('POST /auth/master-password/recovery-key', {
  name: 'renewRecoveryKey',
  summary: 'Create a new recovery key, which is shown only once. The old one becomes invalid.',
  audience: 'session',
  stepUp: 'always',
  argon2: true,
  idempotency: { shownOnce: { secret: 'recoveryKey' } },
  secret: true,
  body: ownMasterPassword,
  output: withRecoveryKey,
  errors: ['MASTER_PASSWORD_REQUIRED', 'INVALID_MASTER_PASSWORD', 'LOCKED_OUT', 'UNAVAILABLE'],
})

/**
 * The request header that opens the vault in place of `x-master-password`: `<credential id>.<unlock secret>`, both in
 * base64url. The secret is 32 bytes that the browser derives from the output of the extension `prf`.
 */
export const passkeyUnlockHeader = 'x-passkey-unlock'

/** Credential id and unlock secret, in base64url. */
export const passkeyUnlockPattern = /^([A-Za-z0-9_-]{1,1364})\.([A-Za-z0-9_-]{43})$/

const options = z.object({ options: requestOptions, salts: prfSalts }).meta({ id: 'PasskeyUnlockOptions' })
const params = z.object({ id: credentialId })

export const startPasskeyUnlockSetUp = passkeyEndpoint('POST /auth/passkeys/{id}/unlock/options', {
  name: 'startPasskeyUnlockSetUp',
  summary: 'Get what a browser needs to let a passkey open the vault. It is valid for five minutes, once.',
  audience: 'session',
  stepUp: 'always',
  params,
  output: options,
  errors: ['NOT_FOUND'],
})

export const setUpPasskeyUnlock = passkeyEndpoint('PUT /auth/passkeys/{id}/unlock', {
  name: 'setUpPasskeyUnlock',
  summary: 'Let a passkey open the vault. The master password and the recovery key still open it.',
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

export const startPasskeyUnlock = passkeyEndpoint('POST /auth/passkeys/unlock/options', {
  name: 'startPasskeyUnlock',
  summary: 'Get what a browser needs to open the vault with a passkey. It is valid for five minutes, once.',
  audience: 'session',
  output: options,
  errors: ['NOT_FOUND'],
})

export const unlockWithPasskey = passkeyEndpoint('POST /auth/passkeys/unlock', {
  name: 'unlockWithPasskey',
  summary: `Open the vault with a passkey, whose unlock secret is in ${passkeyUnlockHeader}.`,
  audience: 'session',
  vault: true,
  body: answered,
  output: field.message,
  errors: ['INVALID_CREDENTIALS', 'NOT_FOUND', 'UNAVAILABLE'],
})
