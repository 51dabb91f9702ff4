import { listAuditEntries, readAuditStatus } from '@envhold/contract/operator/audit.ts'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import type { Api } from '../../../connection/api/api.ts'
import { readQuery } from '../../../connection/api/read-query.ts'
import { useApi } from '../../../connection/use-api.ts'
import { SegmentedControl } from '../../../ui/forms/choices.tsx'
import { useMayCall } from '../operator.ts'
import { useFilters } from '../parts/filters.tsx'
import { OperatorPage } from '../parts/operator-page.tsx'
import { QueryState } from '../parts/query-state.tsx'
import { AuditExport } from './audit-export.tsx'
import { AuditFilterBar } from './audit-filter-bar.tsx'
import { type AuditFilters, filterSchema, queryOf } from './audit-filters.ts'
import { AuditList } from './audit-list.tsx'
import { ChainStatus } from './chain-status.tsx'

const logs = [
  { value: 'activity', label: 'Activity' },
  { value: 'usage', label: 'API Usage' },
] as const

/** Both audit logs of the whole instance, and whether their chains are whole. */
export function AuditPage() {
  const api = useApi()
  const [filters, setFilters] = useFilters(filterSchema)
  const mayList = useMayCall('listAuditEntries')
  const status = useQuery(auditStatusQuery(api))
  const entries = useQuery({ ...auditEntriesQuery(api, filters), enabled: mayList })
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
          <AuditFilterBar filters={filters} onChange={setFilters} />
          <AuditList query={entries} filters={filters} onChange={setFilters} />
        </section>
      )}
    </OperatorPage>
  )
}

const auditEntriesQuery = (api: Api, filters: AuditFilters) => ({
  ...readQuery(api, listAuditEntries, {
    query: { ...queryOf(filters), ...(filters.page !== '' && { before: filters.page }) },
  }),
  placeholderData: keepPreviousData,
})

const pollMs = 2_000

/** Asked again and again while a verification runs. */
const auditStatusQuery = (api: Api) =>
  queryOptions({
    ...readQuery(api, readAuditStatus, {}),
    refetchInterval: ({ state }) => (state.data?.verification?.state === 'running' ? pollMs : false),
  })
