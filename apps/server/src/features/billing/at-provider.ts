import { type ProviderId, providerNames } from '@envhold/contract/billing/payments.ts'
import { AppError, conflict, invalidField } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import { PaymentError } from '../../payments/payment-error.ts'

/** No provider can do it now. */
export const unavailable = (): AppError =>
  new AppError('UNAVAILABLE', {
    message: 'The payment provider does not respond. Nothing was charged. Please try again in a moment.',
  })

/** No answer to an act that charges: it may have been done. */
export const unconfirmed = (id: ProviderId): AppError =>
  new AppError('UNAVAILABLE', {
    message: `${providerNames[id]} has not confirmed the change yet. You are charged once at most. Reload the page in two minutes.`,
  })

/**
 * Does something at a provider for a caller who waits.
 * @param unanswered the error of an act without an answer, where it may have charged
 * @throws AppError CONFLICT if the provider refuses it, UNAVAILABLE if it does not answer
 */
export async function atProvider<T>(
  { payments }: Pick<Context, 'payments'>,
  act: () => Promise<T>,
  unanswered = unavailable,
): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error
    await payments.noteFailure(error)
    if (error.failure === 'unavailable') throw unanswered()
    if (error.failure !== 'rejected') throw unavailable()
    if (error.status === 402)
      throw conflict(
        'The payment was declined, and nothing has changed. Update your card in the customer portal.',
      )
    throw conflict('The payment provider rejects this now. Reload the page to see the current state.')
  }
}

/** After so many rows in a row without an answer, a provider is down, and each more would wait for its time limit. */
const maxUnanswered = 3

/**
 * Does work for each row. One that fails, for want of its provider or by a fault of ours, costs no other its turn. The
 * rest of the rows of a provider that is down are left for the next run. The order is random, so that a few rows that
 * fail every time do not keep the same others from their turn.
 */
export async function forEachAtProvider<T extends { readonly provider: ProviderId }>(
  { payments, log }: Pick<Context, 'payments' | 'log'>,
  rows: readonly T[],
  work: (row: T) => Promise<void>,
): Promise<void> {
  const unanswered = new Map<ProviderId, number>()
  for (const row of shuffle(rows)) {
    const before = unanswered.get(row.provider) ?? 0
    if (before >= maxUnanswered) continue
    unanswered.set(row.provider, 0)
    try {
      await work(row)
    } catch (error) {
      if (!(error instanceof PaymentError)) log.taskFailed({ task: 'payments', error })
      else {
        await payments.noteFailure(error)
        if (error.failure === 'unavailable') unanswered.set(row.provider, before + 1)
      }
    }
  }
}

const shuffle = <T>(rows: readonly T[]): readonly T[] =>
  rows
    .map((row) => ({ row, place: Math.random() }))
    .sort((left, right) => left.place - right.place)
    .map(({ row }) => row)

/**
 * Lets through pages of this instance only: a provider sends the browser there.
 * @returns the URL as it was parsed: a provider may read `\@` in the text differently
 * @throws AppError VALIDATION_FAILED
 */
export function requireOwnUrl({ config }: Pick<Context, 'config'>, path: string, url: string): string {
  const parsed = URL.parse(url)
  const isOwn =
    parsed?.origin === new URL(config.publicUrl).origin && parsed.username === '' && parsed.password === ''
  const message = 'Must be an address of this server'
  if (!isOwn) throw invalidField(path, message)
  return parsed.href
}
