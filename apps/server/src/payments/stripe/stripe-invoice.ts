import type { InvoiceStatus } from '@envhold/contract/billing/payments.ts'
import { z } from 'zod'
import type { Invoice, PaymentProvider } from '../provider.ts'
import { currency, isProviderId, minorUnits, pageUrl, presentIds, shortText } from '../translation.ts'
import { orActError, orPaymentError, type StripeClient, unlessMissing } from './stripe-client.ts'
import { reference, unixTime } from './stripe-subscription.ts'

const payment = z.object({ payment: z.object({ payment_intent: reference.optional() }) })

const invoiceAnswer = z.object({
  id: shortText,
  number: shortText.nullable(),
  status: shortText.nullable(),
  attempted: z.boolean(),
  total: minorUnits,
  total_taxes: z.array(z.object({ amount: minorUnits })).nullable(),
  currency,
  created: unixTime,
  payments: z.object({ data: z.array(payment) }).optional(),
})
const invoicesAnswer = z.object({ data: z.array(invoiceAnswer) })

const chargeAnswer = z.object({
  id: shortText,
  payment_intent: reference.nullable(),
  amount_refunded: minorUnits,
  disputed: z.boolean(),
})
const chargesAnswer = z.object({ data: z.array(chargeAnswer) })
const payerAnswer = z.object({ customer: reference.nullable() })
const disputesAnswer = z.object({ data: z.array(z.object({ status: shortText, amount: minorUnits })) })

/** The subscription of an invoice, of which the API says so in `parent`. */
const invoicePage = z.object({
  hosted_invoice_url: pageUrl.nullish(),
  parent: z.object({ subscription_details: z.object({ subscription: reference }).nullable() }).nullable(),
})

function statusOf(
  { status, attempted, total }: z.infer<typeof invoiceAnswer>,
  refunded: number,
): InvoiceStatus {
  if (status === 'void') return 'void'
  if (status === 'uncollectible') return 'failed'
  if (status !== 'paid') return attempted ? 'failed' : 'open'
  if (refunded === 0) return 'paid'
  return refunded < total ? 'partially_refunded' : 'refunded'
}

/** What a customer got back of a charge: from us, and from the bank in disputes that are lost. */
async function sumReturned(
  client: StripeClient,
  { id, amount_refunded, disputed }: z.infer<typeof chargeAnswer>,
): Promise<number> {
  if (!disputed) return amount_refunded
  const answer = await orPaymentError(client.disputes.list({ charge: id, limit: 10 }))
  return disputesAnswer
    .parse(answer)
    .data.reduce((sum, { status, amount }) => sum + (status === 'lost' ? amount : 0), amount_refunded)
}

/** An invoice does not say what was refunded; the charges of its payments do. */
async function sumRefunds(
  client: StripeClient,
  customerId: string | null,
): Promise<ReadonlyMap<string, number>> {
  const sums = new Map<string, number>()
  if (customerId === null) return sums
  const answer = await orPaymentError(client.charges.list({ customer: customerId, limit: 100 }))
  for (const charge of chargesAnswer.parse(answer).data) {
    const { payment_intent: intent } = charge
    if (intent !== null) sums.set(intent, (sums.get(intent) ?? 0) + (await sumReturned(client, charge)))
  }
  return sums
}

export async function listStripeInvoices(
  client: StripeClient,
  { id, customerId }: { readonly id: string; readonly customerId: string | null },
): Promise<Invoice[]> {
  const [answer, refunds] = await Promise.all([
    orPaymentError(client.invoices.list({ subscription: id, limit: 24, expand: ['data.payments'] })),
    sumRefunds(client, customerId),
  ])
  return invoicesAnswer
    .parse(answer)
    .data.filter(({ status }) => status !== 'draft')
    .map((invoice) => {
      const intents = invoice.payments?.data.flatMap(({ payment }) => payment.payment_intent ?? []) ?? []
      const returned = intents.reduce((sum, intent) => sum + (refunds.get(intent) ?? 0), 0)
      // A bank may dispute another amount than was paid.
      const refunded = Math.min(returned, Math.max(0, invoice.total))
      return {
        id: invoice.id,
        number: invoice.number,
        status: statusOf(invoice, refunded),
        total: invoice.total,
        tax: (invoice.total_taxes ?? []).reduce((sum, { amount }) => sum + amount, 0),
        refunded,
        currency: invoice.currency,
        createdAt: invoice.created,
      }
    })
}

/** A dispute names its charge and nothing else; the charge has the customer. */
export async function findStripePayer(
  client: StripeClient,
  chargeId: string,
): ReturnType<NonNullable<PaymentProvider['findPayment']>> {
  const answer = isProviderId(chargeId) ? await unlessMissing(client.charges.retrieve(chargeId)) : undefined
  return answer && presentIds({ customerId: payerAnswer.parse(answer).customer })
}

/** The page of an invoice, if it is one of this subscription. */
export async function findStripeInvoiceUrl(
  client: StripeClient,
  invoiceId: string,
  subscriptionId: string,
): Promise<string | undefined> {
  const answer = isProviderId(invoiceId)
    ? await unlessMissing(client.invoices.retrieve(invoiceId))
    : undefined
  const invoice = answer && invoicePage.parse(answer)
  const isOwn = invoice?.parent?.subscription_details?.subscription === subscriptionId
  return (isOwn && invoice.hosted_invoice_url) || undefined
}

/** Pays the latest open invoice; without one there is nothing to pay. */
export async function payStripeInvoice(client: StripeClient, subscriptionId: string): Promise<void> {
  const open = await orPaymentError(
    client.invoices.list({ subscription: subscriptionId, status: 'open', limit: 1 }),
  )
  const [invoice] = invoicesAnswer.parse(open).data
  if (invoice) invoiceAnswer.parse(await orActError(client.invoices.pay(invoice.id)))
}
