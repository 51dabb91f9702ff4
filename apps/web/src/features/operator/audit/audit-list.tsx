import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { AuditCall, AuditEvent, listAuditEntries } from '@envhold/contract/operator/audit.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { ScrollText } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import type { AskedHit } from '../../../ui/lists/open-only.ts'
import { formatCount } from '../../../ui/text/format.ts'
import { UsageStatus } from '../../activity/activity-badges.tsx'
import { type Column, DataTable } from '../parts/data-table.tsx'
import { DetailsDrawer } from '../parts/details-drawer.tsx'
import { QueryState } from '../parts/query-state.tsx'
import { type AuditFilters, type ChangeFilters, isFiltered } from './audit-filters.ts'
import {
  chainFacts,
  EventDrawer,
  entryColumns,
  eventColumns,
  exactTime,
  NamedId,
  originFacts,
} from './event-list.tsx'

type Page = OutputOf<typeof listAuditEntries>

interface Props {
  readonly query: UseQueryResult<Page>
  readonly filters: AuditFilters
  readonly hit: AskedHit
  readonly onChange: ChangeFilters
}

/** A page of a log, and how to go on. */
export function AuditList({ query, filters, hit, onChange }: Props) {
  const [event, setEvent] = useState<AuditEvent | null>(null)
  const [call, setCall] = useState<AuditCall | null>(null)
  const isStale = query.isPlaceholderData
  return (
    <QueryState
      query={query}
      call="listAuditEntries"
      rows={({ events }) => events.length}
      failure="Failed to load the audit log"
    >
      {(page) => (
        <>
          {page.events.length > 0 && (
            <DataTable
              label="Activity"
              columns={eventColumns}
              rows={page.events}
              rowKey={({ id }) => id}
              onOpen={setEvent}
              hit={hit}
              isStale={isStale}
            />
          )}
          {page.calls.length > 0 && (
            <DataTable
              label="API usage"
              columns={callColumns}
              rows={page.calls}
              rowKey={({ id }) => id}
              onOpen={setCall}
              hit={hit}
              isStale={isStale}
            />
          )}
          {page.events.length + page.calls.length === 0 && (
            <EmptyState icon={ScrollText} title={page.next ? 'Nothing found yet' : 'No entries found'}>
              {page.next
                ? 'Only a part of the log was searched.'
                : isFiltered(filters) || filters.page !== ''
                  ? 'Try other filters or another time.'
                  : 'The log has no entries yet.'}
            </EmptyState>
          )}
          <Turns page={page} isFirst={filters.page === ''} isStale={isStale} onChange={onChange} />
          {event && <EventDrawer event={event} onClose={() => setEvent(null)} />}
          {call && <CallDrawer call={call} onClose={() => setCall(null)} />}
        </>
      )}
    </QueryState>
  )
}

interface TurnsProps {
  readonly page: Page
  readonly isFirst: boolean
  readonly isStale: boolean
  readonly onChange: ChangeFilters
}

function Turns({ page: { next, searched_to }, isFirst, isStale, onChange }: TurnsProps) {
  if (next === null && isFirst) return null
  return (
    <nav aria-label="Pages of the log" className="mt-4 flex flex-wrap items-center justify-between gap-3">
      <p role="status" className="text-small text-ink-2">
        {searched_to && <>Searched back to {exactTime(searched_to)}.</>}
      </p>
      <div className="flex gap-2">
        {!isFirst && (
          <Button variant="secondary" size="sm" onClick={() => onChange({ page: '' })}>
            Newest
          </Button>
        )}
        {next !== null && (
          <Button variant="secondary" size="sm" busy={isStale} onClick={() => onChange({ page: next })}>
            {searched_to ? 'Search On' : 'Older'}
          </Button>
        )}
      </div>
    </nav>
  )
}

const statusOf = ({ status_code, calls }: AuditCall) => <UsageStatus status={status_code} calls={calls} />

const callColumns: readonly Column<AuditCall>[] = [
  {
    head: 'Call',
    cell: ({ http_method, endpoint }) => (
      <span className="line-clamp-1 font-mono text-small break-all">
        {http_method} {endpoint}
      </span>
    ),
  },
  { head: 'Status', cell: statusOf },
  { head: 'API Key', cell: ({ api_key }) => <span className="break-all">{api_key.name ?? api_key.id}</span> },
  {
    head: 'Project',
    cell: ({ project }) => <span className="break-all">{project.name ?? project.id}</span>,
    className: 'max-md:hidden',
  },
  ...entryColumns,
]

function CallDrawer({ call, onClose }: { call: AuditCall; onClose: () => void }) {
  const { environment } = call
  const facts = {
    Time: exactTime(call.created_at),
    Status: statusOf(call),
    'API key': <NamedId of={call.api_key} label="API key id" />,
    Project: <NamedId of={call.project} label="project id" />,
    Environment: environment ? <NamedId of={environment} label="environment id" /> : undefined,
    Variables: formatCount(call.variables_count),
    Duration: `${formatCount(call.request_duration_ms)} ms`,
    ...originFacts(call),
    ...chainFacts(call),
  }
  return (
    <DetailsDrawer
      onClose={onClose}
      title="API Call"
      description={<span className="font-mono break-all">{`${call.http_method} ${call.endpoint}`}</span>}
      facts={facts}
    />
  )
}
