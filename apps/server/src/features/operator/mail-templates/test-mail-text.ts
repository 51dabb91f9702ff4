import type { MailStep } from '@envhold/contract/operator/mail-templates.ts'
import { type DeliveryFailure, failureText } from '../../../mail/delivery-failure.ts'
import { certificateText } from '../../../outbound/certificate-text.ts'

const steps: Readonly<Record<MailStep, string>> = {
  connected: 'connected',
  encrypted: 'TLS established',
  greeted: 'greeted',
  signed_in: 'signed in',
  sender_accepted: 'sender accepted',
  recipient_accepted: 'recipient accepted',
  message_accepted: 'message accepted',
}

/** Such as 'connected, greeted'. */
export const reachedText = (reached: readonly MailStep[]): string =>
  reached.map((step) => steps[step]).join(', ')

/** Why a test mail was not sent, and how far it came. */
export function testFailureText(failure: DeliveryFailure): string {
  const { code, reached } = failure
  const certificate = certificateText(code)
  const why = failureText(failure) + (certificate ? `, ${certificate}` : '')
  const steps = reached.length > 0 ? reachedText(reached) : 'not connected'
  return `The test email was not sent. Progress: ${steps}. Then: ${why}.`
}
