import type { Invoice } from '@envhold/contract/invoices.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeadCell, TableRow } from '../../../ui/table.tsx'
import { Time } from '../../../ui/time.tsx'
import { amountText } from '../amount-text.ts'
import { invoiceBadges } from './invoice-status.ts'
import { openTab, useOpenInvoice } from './use-open-invoice.ts'

export function InvoiceTable({ invoices }: { invoices: readonly Invoice[] }) {
  const { mutate, isPending, variables } = useOpenInvoice()
  return (
    <Table aria-label="Invoices">
      <TableHead>
        <tr>
          <TableHeadCell className="bg-paper pl-0">Date</TableHeadCell>
          <TableHeadCell className="w-full bg-paper">Number</TableHeadCell>
          <TableHeadCell className="bg-paper">Status</TableHeadCell>
          <TableHeadCell className="bg-paper text-right">Tax</TableHeadCell>
          <TableHeadCell className="bg-paper text-right">Total</TableHeadCell>
          <TableHeadCell className="bg-paper">
            <span className="sr-only">Actions</span>
          </TableHeadCell>
        </tr>
      </TableHead>
      <TableBody>
        {invoices.map((invoice) => (
          <InvoiceRow
            key={invoice.id}
            invoice={invoice}
            isOpening={isPending && variables.id === invoice.id}
            onView={() => mutate({ id: invoice.id, tab: openTab() })}
          />
        ))}
      </TableBody>
    </Table>
  )
}

const figure = 'text-right whitespace-nowrap tabular-nums'

function InvoiceRow({
  invoice,
  isOpening,
  onView,
}: {
  invoice: Invoice
  isOpening: boolean
  onView: () => void
}) {
  const { number, status, total, tax, refunded, currency, created_at } = invoice
  const badge = invoiceBadges[status]
  return (
    <TableRow className="max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:px-0">
      <TableCell className="pl-0 whitespace-nowrap">
        <Time at={created_at} date />
      </TableCell>
      <TableCell className="font-mono break-all text-ink-2">{number ?? '–'}</TableCell>
      <TableCell>
        <Badge tone={badge.tone}>{badge.text}</Badge>
      </TableCell>
      <TableCell className={`${figure} text-ink-2 max-sm:hidden`}>
        {tax > 0 ? amountText(tax, currency) : '–'}
      </TableCell>
      <TableCell className={`${figure} py-2`}>
        <span className="font-medium">{amountText(total, currency)}</span>
        {tax > 0 && <span className="block text-ink-3 sm:hidden">with {amountText(tax, currency)} tax</span>}
        {refunded > 0 && <span className="block text-ink-3">{amountText(refunded, currency)} refunded</span>}
      </TableCell>
      <TableCell className="text-right max-sm:col-span-2">
        <Button
          variant="ghost"
          size="sm"
          busy={isOpening}
          aria-label={`View invoice ${number ?? created_at.slice(0, 10)}`}
          onClick={onView}
        >
          View
        </Button>
      </TableCell>
    </TableRow>
  )
}
