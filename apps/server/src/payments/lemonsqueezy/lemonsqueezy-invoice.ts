import type { InvoiceStatus } from '@envhold/contract/billing/payments.ts'
import { z } from 'zod'
import type { Invoice } from '../provider.ts'
import { currency, isoTime, minorUnits, pageUrl, shortText } from '../translation/answer-schema.ts'
import { type SendRequest, unlessMissing } from './lemonsqueezy-request.ts'
import { isLemonsqueezyId, numericId } from './lemonsqueezy-subscription.ts'

const maxInvoices = 24

/** Every other invoice still has to be paid: lemonsqueezy's word is `pending`. */
const statuses: ReadonlyMap<string, InvoiceStatus> = new Map([
  ['paid', 'paid'],
  ['void', 'void'],
  ['refunded', 'refunded'],
  ['partial_refund', 'partially_refunded'],
])

const invoiceResource = z.object({
  id: shortText,
  attributes: z.object({
    subscription_id: numericId,
    status: shortText,
    total: minorUnits,
    tax: minorUnits,
    refunded_amount: minorUnits.nullish().transform((amount) => amount ?? 0),
    currency,
    created_at: isoTime,
    urls: z.object({ invoice_url: pageUrl.nullable() }),
  }),
})
const listAnswer = z.object({ data: z.array(invoiceResource).max(maxInvoices) })
const oneAnswer = z.object({ data: invoiceResource })

function translate({ id, attributes }: z.infer<typeof invoiceResource>): Invoice {
  const { total, tax, refunded_amount: refunded } = attributes
  const status = statuses.get(attributes.status) ?? 'open'
  return {
    id,
    number: null,
    status: status === 'paid' && refunded > 0 ? 'partially_refunded' : status,
    total,
    tax,
    refunded,
    currency: attributes.currency,
    createdAt: attributes.created_at,
  }
}

export async function listLemonsqueezyInvoices(
  send: SendRequest,
  subscriptionId: string,
): Promise<readonly Invoice[]> {
  if (!isLemonsqueezyId(subscriptionId)) return []
  const query = new URLSearchParams({
    'filter[subscription_id]': subscriptionId,
    'page[size]': String(maxInvoices),
  })
  const { data } = listAnswer.parse(await send('GET', `subscription-invoices?${query}`))
  // An answer that ignores the filter must not show the invoices of other customers.
  return data.filter(({ attributes }) => attributes.subscription_id === subscriptionId).map(translate)
}

/** The PDF of an invoice of this subscription. undefined: there is none, such as for an unpaid invoice. */
export async function findLemonsqueezyInvoice(
  send: SendRequest,
  invoiceId: string,
  subscriptionId: string,
): Promise<string | undefined> {
  if (!isLemonsqueezyId(invoiceId)) return undefined
  const answer = await unlessMissing(send('GET', `subscription-invoices/${invoiceId}`))
  const attributes = answer === undefined ? undefined : oneAnswer.parse(answer).data.attributes
  if (attributes?.subscription_id !== subscriptionId) return undefined
  return attributes.urls.invoice_url ?? undefined
}
