import type { ErrorTexts } from '../../connection/api/error-text.ts'

/** What people read when one of these calls fails. */
export const personalTokenErrors = {
  loadPersonalTokens: { fallback: 'Failed to load personal tokens' },
  createPersonalToken: { fallback: 'Failed to create token' },
  revokePersonalToken: { fallback: 'Failed to revoke token' },
} as const satisfies Record<string, ErrorTexts>
