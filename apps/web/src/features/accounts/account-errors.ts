import type { ErrorTexts } from '../../connection/api/error-text.ts'

/** What people read when one of these calls fails. */
export const accountErrors = {
  login: { fallback: 'Login failed' },
  register: { fallback: 'Registration failed' },
  providerSignIn: { fallback: 'Signing in failed' },
  providerProof: { fallback: 'Confirming failed' },
  linkProvider: { fallback: 'Failed to link your account' },
  unlinkProvider: { fallback: 'Failed to remove the link' },
  changePassword: { fallback: 'Failed to change password' },
  updateProfile: { fallback: 'Failed to update profile' },
  loadSessions: { fallback: 'Failed to load sessions' },
  endSession: { fallback: 'Failed to sign out' },
  verifyEmail: { fallback: 'Failed to verify the e-mail address' },
  requestReset: { fallback: 'Failed to ask for a new password' },
  resetPassword: { fallback: 'Failed to set the new password' },
  changeEmail: { fallback: 'Failed to change the e-mail address' },
  mailedLink: { fallback: 'Failed to open the link' },
  delayedChange: { fallback: 'Failed to change this' },
  deleteAccount: { fallback: 'Failed to delete account' },
} as const satisfies Record<string, ErrorTexts>
