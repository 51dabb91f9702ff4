import type { ErrorTexts } from '../../../connection/api/error-text.ts'

/** Apart from the texts of the other calls, which the dashboard would load with it. */
export const sendVerificationErrors: ErrorTexts = { fallback: 'Failed to send the link' }
