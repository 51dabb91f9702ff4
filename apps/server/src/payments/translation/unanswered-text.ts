import { certificateText } from '../../outbound/certificate-text.ts'
import { PaymentError } from '../payment-error.ts'

/** What an operator reads of a test without an answer. @param name the provider's own */
export function unansweredText(name: string, error: unknown): string {
  const certificate = error instanceof PaymentError ? certificateText(error.code) : undefined
  return certificate
    ? `${name} cannot be called: ${certificate}.`
    : `${name} did not answer. Try again later.`
}
