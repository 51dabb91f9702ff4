import { useQuery } from '@tanstack/react-query'
import { QueryView } from '../../../connection/query-view.tsx'
import { useAccount } from '../../../connection/session/use-session-state.ts'
import { useApi } from '../../../connection/use-api.ts'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { invoicesQuery } from '../billing-queries.ts'
import { Part } from '../part.tsx'
import { InvoiceTable } from './invoice-table.tsx'

export function Invoices() {
  const query = useQuery(invoicesQuery(useApi()))
  const email = useAccount()?.email
  return (
    <Part title="Invoices">
      <QueryView
        query={query}
        className="mt-4 py-6"
        safe="The invoices are not shown meanwhile. They are kept."
        loading={<Skeleton className="mt-4 h-20" />}
      >
        {(invoices) =>
          invoices.length > 0 ? (
            <InvoiceTable invoices={invoices} />
          ) : (
            <p className="pt-2 text-ink-2">None yet. Receipts also go to {email ?? 'your e-mail address'}.</p>
          )
        }
      </QueryView>
    </Part>
  )
}
