import { AppError } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import { PaymentError } from '../../payments/payment-error.ts'

/** No provider can do it now. */
export const unavailable = (): AppError =>
  new AppError('UNAVAILABLE', {
    message: 'The payment provider does not respond. Nothing was charged. Please try again in a moment.',
  })

/**
 * Does something at a provider for a caller who waits.
 * @throws AppError CONFLICT if the provider refuses it, UNAVAILABLE if it does not answer
 */
export async function atProvider<T>(
  { payments }: Pick<Context, 'payments'>,
  act: () => Promise<T>,
): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error
    await payments.noteFailure(error)
    if (error.failure !== 'rejected') throw unavailable()
    throw new AppError('CONFLICT', {
      message: 'The payment provider refuses this now. Reload the page to see the current state.',
    })
  }
}
