import { listAuditEntries, readAuditStatus } from '@envhold/contract/operator/audit.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { useRead } from '../../../connection/use-read.ts'
import { SegmentedControl } from '../../../ui/forms/choices.tsx'
import { useMayCall } from '../operator.ts'
import { useFilters } from '../parts/filters.tsx'
import { OperatorPage } from '../parts/operator-page.tsx'
import { QueryState } from '../parts/query-state.tsx'
import { AuditExport } from './audit-export.tsx'
import { AuditFilterBar } from './audit-filter-bar.tsx'
import { filterSchema, queryOf } from './audit-filters.ts'
import { AuditList } from './audit-list.tsx'
import { ChainStatus } from './chain-status.tsx'

const pollMs = 2_000

const logs = [
  { value: 'activity', label: 'Activity' },
  { value: 'usage', label: 'API Usage' },
] as const

/** Both audit logs of the whole instance, and whether their chains are whole. */
export function AuditPage() {
  const state = useFilters(filterSchema)
  const [filters, setFilters] = state
  const mayList = useMayCall('listAuditEntries')
  // Asked again and again while a verification runs.
  const status = useRead(
    readAuditStatus,
    {},
    {
      refetchInterval: ({ state: { data } }) => (data?.verification?.state === 'running' ? pollMs : false),
    },
  )
  const query = { ...queryOf(filters), ...(filters.page !== '' && { before: filters.page }) }
  const options = { placeholderData: keepPreviousData, enabled: mayList }
  const entries = useRead(listAuditEntries, { query }, options)
  return (
    <OperatorPage
      title="Audit Log"
      description="What happened on this instance, and every call with an API key. Names of variables are not shown."
      queries={mayList ? [status, entries] : [status]}
    >
      <QueryState query={status} call="readAuditStatus" failure="Failed to load the state of the chains">
        {(loaded) => <ChainStatus status={loaded} />}
      </QueryState>
      {/* Below the state of the chains, whose height is not known before: it would move. */}
      {mayList && !status.isPending && (
        <section aria-label="Entries">
          <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
            <SegmentedControl
              label="Log"
              options={logs}
              value={filters.log}
              onValueChange={(log) => setFilters({ log })}
            />
            <AuditExport filters={filters} />
          </div>
          <AuditFilterBar filters={state} />
          <AuditList query={entries} filters={filters} onChange={setFilters} />
        </section>
      )}
    </OperatorPage>
  )
}
