import { setTimeout } from 'node:timers/promises'
import type { InvoiceStatus } from '@envhold/contract/billing/payments.ts'
import { z } from 'zod'
import type { Invoice } from '../provider.ts'
import { currency, isoTime, minorUnits, pageUrl, shortText } from '../translation/answer-schema.ts'
import { orPaymentError, type PolarClient, PolarRejection, unlessMissing } from './polar-client.ts'
import { isPolarId } from './polar-subscription.ts'

const maxInvoices = 24
/** polar makes an invoice within seconds of the request for it. */
const waitsMs = [0, 250, 500, 1_000, 2_000]

/** Every other order still has to be paid: polar's words are `draft` and `pending`. */
const invoiceStatuses: ReadonlyMap<string, InvoiceStatus> = new Map([
  ['paid', 'paid'],
  ['refunded', 'refunded'],
  ['partially_refunded', 'partially_refunded'],
  ['void', 'void'],
])

const orderAnswer = z.object({
  id: shortText,
  created_at: isoTime,
  status: shortText,
  is_invoice_generated: z.boolean(),
  total_amount: minorUnits,
  tax_amount: minorUnits,
  refunded_amount: minorUnits,
  refunded_tax_amount: minorUnits,
  currency,
  invoice_number: shortText.nullable(),
  subscription_id: shortText.nullable(),
})

function translate(order: z.infer<typeof orderAnswer>): Invoice {
  return {
    id: order.id,
    number: order.invoice_number,
    status: invoiceStatuses.get(order.status) ?? 'open',
    total: order.total_amount,
    tax: order.tax_amount,
    refunded: order.refunded_amount + order.refunded_tax_amount,
    currency: order.currency,
    createdAt: order.created_at,
  }
}

const ordersAnswer = z.object({ items: z.array(orderAnswer).max(maxInvoices) })
const invoiceAnswer = z.object({ url: pageUrl })

export async function listPolarInvoices(
  client: PolarClient,
  subscriptionId: string,
): Promise<readonly Invoice[]> {
  if (!isPolarId(subscriptionId)) return []
  const query = { subscription_id: [subscriptionId], limit: maxInvoices }
  const { items } = ordersAnswer.parse(await orPaymentError(client.orders.list(query)))
  // An answer that ignores the filter must not show the orders of other customers.
  return items.filter((order) => order.subscription_id === subscriptionId).map(translate)
}

/** The PDF of an order of this subscription. undefined: there is none, such as for an unpaid order. */
export async function findPolarInvoice(
  client: PolarClient,
  signal: AbortSignal,
  orderId: string,
  subscriptionId: string,
): Promise<string | undefined> {
  const answer = isPolarId(orderId) ? await unlessMissing(client.orders.get(orderId)) : undefined
  const order = answer === undefined ? undefined : orderAnswer.parse(answer)
  if (order?.subscription_id !== subscriptionId) return undefined
  if (!order.is_invoice_generated && !(await requestInvoice(client, orderId))) return undefined
  for (const waitMs of waitsMs) {
    await setTimeout(waitMs, undefined, { signal })
    const invoice = await unlessMissing(client.orders.invoice(orderId))
    if (invoice !== undefined) return invoiceAnswer.parse(invoice).url
  }
  return undefined
}

/** false: the order is not paid, or has no billing name. */
const requestInvoice = (client: PolarClient, orderId: string): Promise<boolean> =>
  orPaymentError(
    client.orders.generateInvoice(orderId).then(
      () => true,
      (error: unknown) => {
        if (error instanceof PolarRejection && [409, 422].includes(error.status)) return false
        throw error
      },
    ),
  )
