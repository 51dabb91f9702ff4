import {
  exportAuditEntries,
  exportDays,
  listAuditEntries,
  maxExportedEntries,
  readAuditStatus,
} from '@envhold/contract/operator/audit.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { notifyError } from '../../../connection/api/notify-error.ts'
import { useApi } from '../../../connection/use-api.ts'
import { useRead } from '../../../connection/use-read.ts'
import { DropdownMenuLabel } from '../../../ui/dialogs/dropdown-menu.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { SegmentedControl } from '../../../ui/forms/choices.tsx'
import { useAskedHit } from '../../../ui/lists/open-only.ts'
import { formatCount } from '../../../ui/text/format.ts'
import { saveFile } from '../../../ui/text/save-file.ts'
import { contentTypeOf, type ExportFormat, FormatMenu, fileNameOf } from '../../activity/format-menu.tsx'
import { useMayCall } from '../operator.ts'
import { useFilters } from '../parts/filters.tsx'
import { OperatorPage } from '../parts/operator-page.tsx'
import { QueryState } from '../parts/query-state.tsx'
import { useWork } from '../parts/use-sending.ts'
import { AuditFilterBar } from './audit-filter-bar.tsx'
import { type AuditFilters, filterSchema, queryOf } from './audit-filters.ts'
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
  const hit = useAskedHit(filters.user, filters.project, filters.key, filters.ip)
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
          <AuditFilterBar filters={state} onEnter={hit.onEnter} />
          <AuditList query={entries} filters={filters} hit={hit} onChange={setFilters} />
        </section>
      )}
    </OperatorPage>
  )
}

/** An export takes longer than other calls. */
const exportOptions = { timeoutMs: 10 * 60_000 }

/** Exports what the filters leave. */
function AuditExport({ filters }: { filters: AuditFilters }) {
  const api = useApi()
  const [busy, start] = useWork((error) => notifyError(error, { fallback: 'Failed to export the audit log' }))
  if (!useMayCall('exportAuditEntries')) return null
  const save = (format: ExportFormat) =>
    start(async () => {
      const query = { ...queryOf(filters), format }
      const { output, headers } = await api.ask(exportAuditEntries, { query }, exportOptions)
      const name = fileNameOf(headers, `envhold-audit-${filters.log}.${format}`)
      saveFile(name, output ?? '', contentTypeOf[format])
      toast.success(`Saved as ${name}`)
    })
  const range =
    filters.from === ''
      ? `The last ${exportDays.usual} days${filters.to === '' ? '' : ' before the end'}`
      : 'The chosen time'
  return (
    <FormatMenu
      busy={busy}
      onSelect={(format) => void save(format)}
      label={
        <DropdownMenuLabel>
          {range}, at most {formatCount(maxExportedEntries)} entries
        </DropdownMenuLabel>
      }
    />
  )
}
