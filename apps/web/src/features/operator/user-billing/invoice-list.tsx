import type { Invoice } from '@envhold/contract/billing/invoices.ts'
import { openUserInvoice } from '@envhold/contract/operator/user-billing.ts'
import { useState } from 'react'
import { notifyError } from '../../../connection/api/notify-error.ts'
import { useApi } from '../../../connection/use-api.ts'
import { Button } from '../../../ui/button.tsx'
import { formatAmount } from '../../../ui/text/format.ts'
import { Time } from '../../../ui/text/time.tsx'

interface Props {
  readonly userId: number
  readonly invoices: readonly Invoice[]
}

export function InvoiceList({ userId, invoices }: Props) {
  return (
    <div className="grid gap-1.5 text-small">
      <h4 className="text-ink-3">Invoices</h4>
      <ul className="grid gap-1">
        {invoices.map((invoice) => (
          <li key={invoice.id} className="flex flex-wrap items-center justify-between gap-x-3">
            <span className="min-w-0 break-words">
              {invoice.number ?? 'No number'}, <Time at={invoice.created_at} date />
            </span>
            <span className="flex items-center gap-2 tabular-nums">
              {formatAmount(invoice.total, invoice.currency)}, {invoice.status.replaceAll('_', ' ')}
              {invoice.refunded > 0 && ` (${formatAmount(invoice.refunded, invoice.currency)} back)`}
              <OpenInvoice userId={userId} invoice={invoice} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The address is valid for a short time, so it is asked for when it is opened. */
function OpenInvoice({ userId, invoice }: { userId: number; invoice: Invoice }) {
  const api = useApi()
  const [busy, setBusy] = useState(false)
  const open = async () => {
    setBusy(true)
    try {
      const params = { id: userId, invoiceId: invoice.id }
      const { url } = await api.call(openUserInvoice, { params }, { timeoutMs: 30_000 })
      window.open(url, '_blank', 'noopener')
    } catch (error) {
      notifyError(error, { fallback: 'Failed to open the invoice' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      variant="ghost"
      size="sm"
      busy={busy}
      aria-label={`Open invoice ${invoice.number ?? invoice.id}`}
      onClick={() => void open()}
    >
      Open
    </Button>
  )
}
