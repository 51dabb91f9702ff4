import type { ErrorTexts } from '../../connection/api/error-text.ts'

/** Error texts for the calls of the billing page and of the sandbox's pages. */
export const billingErrors = {
  checkSubscription: { fallback: 'Failed to check the payment' },
  resumeSubscription: { fallback: 'Failed to resume subscription' },
  openPortal: { fallback: 'Failed to open the customer portal' },
  openInvoice: { fallback: 'Failed to open the invoice' },
  readSandbox: { fallback: 'Failed to load this page of the sandbox' },
  actInSandbox: { fallback: 'The sandbox rejected the action' },
} as const satisfies Record<string, ErrorTexts>

/** Shown whatever the cause is; the server's own sentence follows where it has one. */
export const checkoutFailed = 'Failed to start upgrade process. Please try again.'
export const cancelFailed = 'Failed to cancel subscription. Please try again.'
