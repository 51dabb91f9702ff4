import type { ErrorTexts } from '../../connection/api/error-text.ts'

/** Error texts for this slice’s calls on every page; those of the billing page are in billing-errors.ts. */
export const subscriptionErrors = {
  readSubscription: { fallback: 'Failed to fetch subscription status' },
} as const satisfies Record<string, ErrorTexts>
