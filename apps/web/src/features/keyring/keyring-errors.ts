import type { ErrorTexts } from '../../connection/api/error-text.ts'

/** What people read when one of these calls fails. */
export const keyringErrors = {
  setMasterPassword: { fallback: 'Failed to set master password' },
  validateMasterPassword: { fallback: 'Invalid master password' },
  changeMasterPassword: { fallback: 'Failed to change master password' },
  recoverMasterPassword: {
    fallback: 'Failed to change master password',
    on: { INVALID_CREDENTIALS: 'This is not your recovery key. Check each group against your sheet.' },
  },
  renewRecoveryKey: { fallback: 'Failed to make a new recovery key' },
  rekeyEnvironments: { fallback: 'Failed to make new keys' },
} as const satisfies Record<string, ErrorTexts>
