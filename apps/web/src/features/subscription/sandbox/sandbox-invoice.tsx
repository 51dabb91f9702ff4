import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../../connection/use-api.ts'
import { formatAmount, formatDay } from '../../../ui/text/format.ts'
import { sandboxInvoiceQuery } from '../billing-queries.ts'
import { Facts, PendingSheet, SandboxSheet } from './sandbox-sheet.tsx'

/** Stands in for the invoice that a provider would show. */
export function SandboxInvoice({ id }: { id: string }) {
  const { data, error, isFetching, refetch } = useQuery(sandboxInvoiceQuery(useApi(), id))
  if (!data) return <PendingSheet title="Invoice" error={error} isFetching={isFetching} onRetry={refetch} />
  const { number, created_at, total, refunded, currency } = data
  return (
    <SandboxSheet title={`Invoice ${number}`}>
      <Facts
        facts={[
          ['Date', formatDay(created_at)],
          ['Total', formatAmount(total, currency)],
          ...(refunded > 0 ? ([['Refunded', formatAmount(refunded, currency)]] as const) : []),
        ]}
      />
      <p className="text-small text-ink-2">An invoice of the sandbox. It was not paid with money.</p>
    </SandboxSheet>
  )
}
