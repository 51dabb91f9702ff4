import { type CancelReason, cancelReasons } from '@envhold/contract/billing/payments.ts'

const labels: Record<CancelReason, string> = {
  user_requested: 'I no longer need it',
  too_expensive: 'It is too expensive',
  missing_features: 'It lacks features I need',
  poor_experience: 'I had a poor experience',
  switching_provider: 'I am switching to another provider',
  temporary_pause: 'I only need a break',
  other: 'Another reason',
}

export const reasonOptions = cancelReasons.map((value) => ({ value, title: labels[value] }))

/** Whether the form can be sent: another reason has to be said. */
export const isReasonGiven = (reason: CancelReason, comment: string): boolean =>
  reason !== 'other' || comment.trim() !== ''
