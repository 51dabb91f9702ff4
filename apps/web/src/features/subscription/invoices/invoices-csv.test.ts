import type { Invoice } from '@envhold/contract/billing/invoices.ts'
import { expect, test } from 'vitest'
import { invoicesCsv } from './invoices-csv.ts'

const invoice: Invoice = {
  id: 1,
  number: 'INV-7',
  status: 'paid',
  total: 5_950,
  tax: 950,
  refunded: 0,
  currency: 'USD',
  created_at: '2026-11-22T12:00:00.000Z',
  provider: 'stripe',
}
const rowOf = (change: Partial<Invoice>) => invoicesCsv([{ ...invoice, ...change }]).split('\r\n')[1]

test('has a head, a row for each invoice, and amounts in their currency', () => {
  expect(invoicesCsv([invoice])).toBe(
    'Date,Number,Status,Total,Tax,Refunded,Currency,Provider\r\n2026-11-22,INV-7,paid,59.50,9.50,0.00,USD,Stripe\r\n',
  )
  expect(rowOf({ currency: 'JPY', total: 500, tax: 0 })).toContain(',500,0,0,JPY,')
})

test.each([
  ['=HYPERLINK("https://evil.example")', `"'=HYPERLINK(""https://evil.example"")"`],
  ['A,1', '"A,1"'],
  ['+1', "'+1"],
])('the number %s makes neither a formula nor a second cell', (number, text) => {
  expect(rowOf({ number })).toContain(`2026-11-22,${text},paid`)
})
