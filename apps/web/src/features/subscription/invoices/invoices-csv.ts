import type { Invoice } from '@envhold/contract/billing/invoices.ts'
import { providerNames } from '@envhold/contract/billing/payments.ts'
import { saveFile } from '../../../ui/text/save-file.ts'

const columns = ['Date', 'Number', 'Status', 'Total', 'Tax', 'Refunded', 'Currency', 'Provider'] as const

/** A spreadsheet runs what begins like a formula: a number of a provider must not. */
const cell = (text: string) => {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** '59.50' for 5950 cents; yen have no smaller unit, dinars have three digits. */
function decimal(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency })
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2
  return (amount / 10 ** digits).toFixed(digits)
}

/** Invoices as CSV (RFC 4180), with a head. */
export const invoicesCsv = (invoices: readonly Invoice[]): string =>
  [
    columns.join(','),
    ...invoices.map(({ created_at, number, status, total, tax, refunded, currency, provider }) =>
      [
        created_at.slice(0, 10),
        cell(number ?? ''),
        status,
        ...[total, tax, refunded].map((amount) => decimal(amount, currency)),
        currency,
        providerNames[provider],
      ].join(','),
    ),
    '',
  ].join('\r\n')

export const saveInvoices = (invoices: readonly Invoice[]): void =>
  saveFile('envhold-invoices.csv', invoicesCsv(invoices), 'text/csv;charset=utf-8')
