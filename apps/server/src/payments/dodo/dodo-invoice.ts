import type { InvoiceStatus } from '@envhold/contract/billing/payments.ts'
import { z } from 'zod'
import { PaymentError } from '../payment-error.ts'
import type { Invoice } from '../provider.ts'
import { currency, isoTime, minorUnits, pageUrl, shortText } from '../translation/answer-schema.ts'
import { isProviderId } from '../translation/provider-id.ts'
import { asProviderRequest } from '../translation/request-error.ts'
import { type DodoClient, orPaymentError, unlessMissing } from './dodo-client.ts'

const listed = z.object({ payment_id: shortText, created_at: isoTime, status: shortText.nullish() })
const listAnswer = z.object({ items: z.array(listed) })
const paymentAnswer = z.object({
  payment_id: shortText,
  created_at: isoTime,
  status: shortText.nullish(),
  currency,
  total_amount: minorUnits,
  tax: minorUnits.nullish(),
  invoice_id: shortText.nullish(),
  invoice_url: pageUrl.nullish().catch(null),
  subscription_id: shortText.nullish(),
  refund_status: shortText.nullish(),
  refunds: z.array(z.object({ status: shortText, amount: minorUnits.nullish() })),
})
type Payment = z.infer<typeof paymentAnswer>
const retryAnswer = z.object({ status: shortText.nullish() })

const statuses: ReadonlyMap<string, InvoiceStatus> = new Map([
  ['succeeded', 'paid'],
  ['failed', 'failed'],
  ['cancelled', 'void'],
])

function statusOf({ status, refund_status }: Payment): InvoiceStatus {
  if (refund_status === 'full') return 'refunded'
  if (refund_status === 'partial') return 'partially_refunded'
  return statuses.get(status ?? '') ?? 'open'
}

function refundedOf({ refund_status, total_amount, refunds }: Payment): number {
  if (refund_status === 'full') return total_amount
  const done = refunds.filter(({ status }) => status === 'succeeded')
  return done.reduce((sum, { amount }) => sum + (amount ?? 0), 0)
}

/** The latest first. Read as it comes: the SDK's page would take an answer of another shape for an empty list. */
async function listPayments(client: DodoClient, subscriptionId: string) {
  const query = { subscription_id: subscriptionId, page_size: 24 }
  const answer = await orPaymentError(client.get('/payments', { query }))
  return listAnswer.parse(answer).items.sort((a, b) => b.created_at - a.created_at)
}

async function findPayment(client: DodoClient, id: string): Promise<Payment | undefined> {
  const answer = isProviderId(id) ? await unlessMissing(client.payments.retrieve(id)) : undefined
  return answer && paymentAnswer.parse(answer)
}

/** Every payment is an invoice. The list lacks tax and refunds, so each payment is read too, a few at a time. */
export async function listDodoInvoices(client: DodoClient, subscriptionId: string): Promise<Invoice[]> {
  const waiting = await listPayments(client, subscriptionId)
  const invoices: Invoice[] = []
  while (waiting.length > 0) {
    const group = await Promise.all(
      waiting.splice(0, 6).map(({ payment_id }) => findPayment(client, payment_id)),
    )
    for (const payment of group)
      if (payment)
        invoices.push({
          id: payment.payment_id,
          number: payment.invoice_id ?? null,
          status: statusOf(payment),
          total: payment.total_amount,
          tax: payment.tax ?? 0,
          refunded: refundedOf(payment),
          currency: payment.currency,
          createdAt: payment.created_at,
        })
  }
  return invoices
}

/** The PDF of a payment, if it is one of this subscription. */
export async function findDodoInvoiceUrl(
  client: DodoClient,
  invoiceId: string,
  subscriptionId: string,
): Promise<string | undefined> {
  const payment = await findPayment(client, invoiceId)
  return (payment?.subscription_id === subscriptionId && payment.invoice_url) || undefined
}

/** Tries the latest payment again if it failed, and only once: dodo would charge a repeated request again. */
export async function retryDodoPayment(client: DodoClient, subscriptionId: string): Promise<void> {
  const [latest] = await listPayments(client, subscriptionId)
  if (latest?.status !== 'failed') return
  const answer = await asProviderRequest(
    orPaymentError(client.payments.retry(latest.payment_id, { maxRetries: 0 })),
  )
  if (retryAnswer.parse(answer).status === 'failed') throw new PaymentError('rejected', 'dodo', 402)
}
