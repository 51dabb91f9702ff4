import type { Invoice } from '@envhold/contract/billing/invoices.ts'
import type { InvoiceStatus } from '@envhold/contract/billing/payments.ts'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { QueryView } from '../../../connection/query-view.tsx'
import { useAccount } from '../../../connection/session/use-session-state.ts'
import { useApi } from '../../../connection/use-api.ts'
import { Button } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/feedback/loading.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeadCell, TableRow } from '../../../ui/lists/table.tsx'
import { Badge, type BadgeTone } from '../../../ui/text/badge.tsx'
import { formatAmount } from '../../../ui/text/format.ts'
import { Time } from '../../../ui/text/time.tsx'
import { invoicesQuery } from '../billing-queries.ts'
import { Part } from '../part.tsx'
import { saveInvoices } from './invoices-csv.ts'
import { useOpenInvoice } from './use-open-invoice.ts'

export function Invoices() {
  const query = useQuery(invoicesQuery(useApi()))
  const email = useAccount()?.email
  return (
    <Part title="Invoices">
      <QueryView
        query={query}
        className="mt-4 py-6"
        safe="The invoices are kept."
        loading={<Skeleton className="mt-4 h-20" />}
      >
        {(invoices) =>
          invoices.length > 0 ? (
            <>
              <InvoiceTable invoices={invoices} />
              <Button variant="secondary" size="sm" className="mt-3" onClick={() => saveInvoices(invoices)}>
                <Download />
                Download as CSV
              </Button>
            </>
          ) : (
            <p className="pt-2 text-ink-2">None yet. Receipts also go to {email ?? 'your e-mail address'}.</p>
          )
        }
      </QueryView>
    </Part>
  )
}

function InvoiceTable({ invoices }: { invoices: readonly Invoice[] }) {
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
        {tax > 0 ? formatAmount(tax, currency) : '–'}
      </TableCell>
      <TableCell className={`${figure} py-2`}>
        <span className="font-medium">{formatAmount(total, currency)}</span>
        {tax > 0 && (
          <span className="block text-ink-3 sm:hidden">with {formatAmount(tax, currency)} tax</span>
        )}
        {refunded > 0 && (
          <span className="block text-ink-3">{formatAmount(refunded, currency)} refunded</span>
        )}
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

/** An invoice's status as people read it, in its color. */
const invoiceBadges: Record<InvoiceStatus, { tone: BadgeTone; text: string }> = {
  open: { tone: 'warn', text: 'Open' },
  paid: { tone: 'good', text: 'Paid' },
  failed: { tone: 'bad', text: 'Failed' },
  void: { tone: 'neutral', text: 'Void' },
  refunded: { tone: 'neutral', text: 'Refunded' },
  partially_refunded: { tone: 'neutral', text: 'Partially refunded' },
}

/** An empty tab that knows nothing of the page that opened it; null where the browser allows none. */
function openTab(): Window | null {
  const tab = window.open('', '_blank')
  if (tab) tab.opener = null
  return tab
}
