/** The invoices of the account. */
import { z } from 'zod'
import { endpointsOf } from '../endpoint.ts'
import * as field from '../fields.ts'
import { invoiceStatuses, providerIds } from './payments.ts'

const endpoint = endpointsOf('Subscription')

/** In the currency's minor unit. */
const amount = z.int()

export const invoice = z
  .object({
    id: field.id,
    number: z.string().max(100).nullable(),
    status: z.enum(invoiceStatuses),
    /** Including tax, as the provider states it. */
    total: amount,
    tax: amount,
    refunded: amount,
    currency: z.string().length(3),
    created_at: field.time,
    provider: z.enum(providerIds),
  })
  .meta({ id: 'Invoice' })
export type Invoice = z.output<typeof invoice>

export const listInvoices = endpoint('GET /subscriptions/invoices', {
  name: 'listInvoices',
  summary: 'The invoices of the account, newest first, 100 at most.',
  audience: 'session',
  whileSuspended: true,
  output: z.object({ invoices: z.array(invoice).max(100) }),
})

/** Where an invoice can be read now. */
export const invoiceLink = z.object({ url: z.url().max(4_000) }).meta({ id: 'InvoiceLink' })

export const openInvoice = endpoint('POST /subscriptions/invoices/{id}/link', {
  name: 'openInvoice',
  summary: 'The provider’s page or PDF of an invoice. It is valid for a short time.',
  audience: 'session',
  whileSuspended: true,
  params: z.object({ id: field.pathId }),
  output: invoiceLink,
  errors: ['NOT_FOUND', 'UNAVAILABLE'],
})
