import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { readSandboxInvoice as endpoint } from '@envhold/contract/sandbox.ts'
import { AppError } from '../../../app-error.ts'
import type { Context } from '../../../context.ts'
import { wireTime } from '../../../http/wire-time.ts'
import { findSandboxInvoice } from '../../../payments/sandbox/sandbox-store.ts'

/** An invoice of the account's own subscription. @throws AppError NOT_FOUND */
export async function readSandboxInvoice(
  ctx: Pick<Context, 'db'>,
  userId: number,
  id: string,
): Promise<OutputOf<typeof endpoint>> {
  const invoice = await findSandboxInvoice(ctx, id)
  if (invoice?.user_id !== userId) throw new AppError('NOT_FOUND')
  const { number, total, refunded, created_at } = invoice
  return { number, total, refunded, currency: 'USD', created_at: wireTime(created_at) }
}
