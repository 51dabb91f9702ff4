import type {
  listInvoices as listEndpoint,
  openInvoice as openEndpoint,
} from '@envhold/contract/billing/invoices.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { AppError } from '../../../app-error.ts'
import type { Context, DbContext } from '../../../context.ts'
import { wireTime } from '../../../http/wire-time.ts'
import { atProvider } from '../at-provider.ts'
import { findInvoice, listInvoicesOf } from './invoice-store.ts'
import { changesAnHour, requireOwnSubscription } from './own-subscription.ts'
import { requireProvider } from './sync-subscription.ts'

const shown = 100

export async function viewInvoices(ctx: DbContext, userId: number): Promise<OutputOf<typeof listEndpoint>> {
  const invoices = await listInvoicesOf(ctx, userId, shown)
  return {
    invoices: invoices.map(
      ({ id, number, status, total, tax, refunded, currency, created_at, provider }) => ({
        id,
        number,
        status,
        total,
        tax,
        refunded,
        currency,
        created_at: wireTime(created_at),
        provider,
      }),
    ),
  }
}

/**
 * Asks the provider where an invoice can be read now.
 * @param callerId whose calls are counted
 * @throws AppError NOT_FOUND, RATE_LIMITED, UNAVAILABLE
 */
export async function findInvoicePage(
  ctx: Context,
  userId: number,
  id: number,
  callerId = userId,
): Promise<OutputOf<typeof openEndpoint>> {
  const invoice = await findInvoice(ctx, userId, id)
  if (!invoice) throw new AppError('NOT_FOUND')
  const subscription = await requireOwnSubscription(ctx, userId, invoice.subscription_id)
  await changesAnHour(ctx, callerId)
  const url = await atProvider(ctx, async () =>
    (await requireProvider(ctx, invoice.provider)).invoiceUrl(invoice.provider_id, {
      id: subscription.provider_id,
    }),
  )
  if (url === undefined)
    throw new AppError('NOT_FOUND', { message: 'The provider has no page of this invoice yet.' })
  return { url }
}
