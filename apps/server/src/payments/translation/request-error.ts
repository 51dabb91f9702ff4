import { PaymentError } from '../payment-error.ts'

/** What a provider answers to an act that the state of the subscription does not allow. */
const stateRejections: ReadonlySet<number | undefined> = new Set([400, 402, 404, 409, 422])

/** The error of an act on something that exists: there, a 4xx is about its state and not about our settings. */
export const asActError = (error: PaymentError): PaymentError =>
  stateRejections.has(error.status) ? new PaymentError('rejected', error.provider, error.status) : error

/** @throws PaymentError rejected, where the state of the subscription does not allow the act */
export async function asProviderRequest<Answer>(call: Promise<Answer>): Promise<Answer> {
  try {
    return await call
  } catch (error) {
    throw error instanceof PaymentError ? asActError(error) : error
  }
}
