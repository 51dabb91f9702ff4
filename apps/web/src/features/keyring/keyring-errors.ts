import type { ErrorTexts } from '../../connection/api/error-text.ts'

const wrongPassword = { INVALID_MASTER_PASSWORD: 'Invalid master password' }
const lostRecoveryKey =
  'The recovery key was replaced, but the connection was lost before you saw the new one. Create another one on your account page.'

/** What people read when one of these calls fails. */
export const keyringErrors = {
  setMasterPassword: {
    fallback: 'Failed to set master password',
    on: {
      ALREADY_CREATED:
        'Your master password is set, but the connection was lost before you saw the recovery key. Create a new one on your account page.',
    },
  },
  validateMasterPassword: { fallback: 'The vault was not unlocked' },
  changeMasterPassword: {
    fallback: 'Failed to change master password',
    on: {
      ...wrongPassword,
      ALREADY_CREATED:
        'Your master password is changed, but the connection was lost before you saw the new recovery key. Create another one on your account page.',
    },
  },
  recoverMasterPassword: {
    fallback: 'Failed to change master password',
    on: {
      INVALID_CREDENTIALS: 'This is not your recovery key. Check each group against your sheet.',
      ALREADY_CREATED: lostRecoveryKey,
    },
  },
  renewRecoveryKey: {
    fallback: 'Failed to create a new recovery key',
    on: { ...wrongPassword, ALREADY_CREATED: lostRecoveryKey },
  },
  rekeyEnvironments: { fallback: 'Failed to create new keys' },
} as const satisfies Record<string, ErrorTexts>
