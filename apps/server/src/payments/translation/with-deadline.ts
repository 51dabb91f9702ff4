import type { ProviderId } from '@envhold/contract/billing/payments.ts'
import { PaymentError } from '../payment-error.ts'

/**
 * Does one act at a provider, within one time limit for all of its requests. Whatever fails inside, only a PaymentError
 * gets out: the errors of an SDK, of zod and of the platform quote URLs, keys and answers.
 */
export async function withDeadline<Result>(
  provider: ProviderId,
  timeoutMs: number,
  act: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  try {
    return await act(AbortSignal.timeout(timeoutMs))
  } catch (error) {
    throw error instanceof PaymentError ? error : PaymentError.withoutAnswer(provider, error)
  }
}
