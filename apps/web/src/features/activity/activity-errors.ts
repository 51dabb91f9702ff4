import type { ErrorTexts } from '../../connection/api/error-text.ts'

/** What people read when one of these calls fails. */
export const activityErrors = {
  exportActivity: { fallback: 'Failed to export activity' },
} as const satisfies Record<string, ErrorTexts>
