import type { ProviderId } from '@envhold/contract/payments.ts'
import type { Context } from '../../context.ts'
import { PaymentError } from '../../payments/payment-error.ts'

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
