import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import * as field from '../fields.ts'
import { limits } from '../limits.ts'

const recoveryKey = field.present('Recovery key is required').max(200)
/** A new master password that replaces the current one. */
const newMasterPassword = field.masterPassword.min(8, 'New master password must be at least 8 characters')
const ownMasterPassword = z
  .object({ masterPassword: field.givenMasterPassword })
  .meta({ id: 'MasterPasswordRequest' })
const withRecoveryKey = z
  .object({ message: z.string().max(300), recoveryKey: z.string().max(200) })
  .meta({ id: 'RecoveryKey' })

export const setUpMasterPassword = endpoint({
  name: 'setUpMasterPassword',
  tag: 'Master password',
  summary: 'Set the master password for the first time. The recovery key is shown only once.',
  method: 'POST',
  path: '/auth/master-password/setup',
  audience: 'session',
  stepUp: 'always',
  argon2: true,
  idempotency: { shownOnce: { secret: 'recoveryKey' } },
  secret: true,
  body: z.object({ masterPassword: field.masterPassword }),
  output: withRecoveryKey,
  success: 201,
  errors: ['CONFLICT', 'UNAVAILABLE'],
})

export const validateMasterPassword = endpoint({
  name: 'validateMasterPassword',
  tag: 'Master password',
  summary: 'Check the master password. Wrong ones count towards the lock-out.',
  method: 'POST',
  path: '/auth/master-password/validate',
  audience: 'session',
  argon2: true,
  body: ownMasterPassword,
  output: z.object({ valid: z.boolean() }),
  errors: ['MASTER_PASSWORD_REQUIRED', 'LOCKED_OUT', 'UNAVAILABLE'],
})

export const changeMasterPassword = endpoint({
  name: 'changeMasterPassword',
  tag: 'Master password',
  summary:
    'Change the master password. With `leaked`, the key pair is replaced too, and every environment that the account can open is re-keyed.',
  method: 'PUT',
  path: '/auth/master-password/change',
  audience: 'session',
  stepUp: 'always',
  argon2: true,
  secret: true,
  body: z.object({
    currentMasterPassword: field
      .present('Current master password is required')
      .max(limits.masterPasswordLength),
    newMasterPassword,
    leaked: z.boolean().optional(),
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

export const recoverMasterPassword = endpoint({
  name: 'recoverMasterPassword',
  tag: 'Master password',
  summary: 'Set a new master password with the recovery key. A new recovery key replaces the used one.',
  method: 'POST',
  path: '/auth/master-password/recover',
  audience: 'session',
  stepUp: 'always',
  argon2: true,
  idempotency: { shownOnce: { secret: 'recoveryKey' } },
  secret: true,
  body: z.object({ recoveryKey, newMasterPassword }),
  output: withRecoveryKey,
  errors: ['INVALID_CREDENTIALS', 'MASTER_PASSWORD_REQUIRED', 'LOCKED_OUT', 'UNAVAILABLE'],
})

export const rekeyEnvironments = endpoint({
  name: 'rekeyEnvironments',
  tag: 'Master password',
  summary:
    'Re-key some of the environments whose re-key is pending and that the caller can open. Call again while any remain.',
  method: 'POST',
  path: '/auth/master-password/rekey',
  audience: 'session',
  vault: true,
  output: z.object({ rekeyed: field.count, remaining: field.count }),
  errors: ['UNAVAILABLE'],
})

export const renewRecoveryKey = endpoint({
  name: 'renewRecoveryKey',
  tag: 'Master password',
  summary: 'Create a new recovery key, which is shown only once. The old one becomes invalid.',
  method: 'POST',
  path: '/auth/master-password/recovery-key',
  audience: 'session',
  stepUp: 'always',
  argon2: true,
  idempotency: { shownOnce: { secret: 'recoveryKey' } },
  secret: true,
  body: ownMasterPassword,
  output: withRecoveryKey,
  errors: ['MASTER_PASSWORD_REQUIRED', 'INVALID_MASTER_PASSWORD', 'LOCKED_OUT', 'UNAVAILABLE'],
})
