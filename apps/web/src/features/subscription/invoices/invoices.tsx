import { useQuery } from '@tanstack/react-query'
import { errorText } from '../../../connection/api/error-text.ts'
import { useAccount } from '../../../connection/session/use-session-state.ts'
import { useApi } from '../../../connection/use-api.ts'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { invoicesQuery } from '../billing-queries.ts'
import { Part } from '../part.tsx'
import { InvoiceTable } from './invoice-table.tsx'

export function Invoices() {
  const { data: invoices, error, isFetching, refetch } = useQuery(invoicesQuery(useApi()))
  const email = useAccount()?.email
  return (
    <Part title="Invoices">
      {!invoices && !error && <Skeleton className="mt-4 h-20" />}
      {!invoices && error && (
        <ErrorState className="mt-4 py-6" title={errorText(error)} onRetry={refetch} busy={isFetching}>
          The invoices are not shown meanwhile. They are kept.
        </ErrorState>
      )}
      {invoices?.length === 0 && (
        <p className="pt-2 text-ink-2">None yet. Receipts also go to {email ?? 'your e-mail address'}.</p>
      )}
      {invoices && invoices.length > 0 && <InvoiceTable invoices={invoices} />}
    </Part>
  )
}
