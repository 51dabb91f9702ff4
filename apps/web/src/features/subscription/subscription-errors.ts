import type { ErrorTexts } from '../../connection/api/error-text.ts'

/** What people read when one of these calls fails. */
export const subscriptionErrors = {
  readSubscription: { fallback: 'Failed to fetch subscription status' },
} as const satisfies Record<string, ErrorTexts>
