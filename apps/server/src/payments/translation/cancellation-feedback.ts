import type { CancelReason } from '@envhold/contract/billing/payments.ts'

/** Our reasons in the words that stripe, dodo and polar share. */
export const cancellationFeedback = {
  user_requested: 'other',
  too_expensive: 'too_expensive',
  missing_features: 'missing_features',
  poor_experience: 'low_quality',
  switching_provider: 'switched_service',
  temporary_pause: 'other',
  other: 'other',
} as const satisfies Record<CancelReason, string>
