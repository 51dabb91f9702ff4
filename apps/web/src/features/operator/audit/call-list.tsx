import type { AuditCall } from '@envhold/contract/operator/audit.ts'
import { UsageStatus } from '../../activity/usage-status.tsx'
import type { Column } from '../parts/data-table.tsx'
import { FactsDrawer } from '../parts/facts-drawer.tsx'
import { chainFacts, entryColumns, exactTime, NamedId, originFacts } from './entry-parts.tsx'

const statusOf = ({ status_code, calls }: AuditCall) => <UsageStatus status={status_code} calls={calls} />

export const callColumns: readonly Column<AuditCall>[] = [
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

export function CallDrawer({ call, onClose }: { call: AuditCall; onClose: () => void }) {
  const facts = [
    { label: 'Time', value: exactTime(call.created_at) },
    { label: 'Status', value: statusOf(call) },
    { label: 'API key', value: <NamedId of={call.api_key} label="API key id" /> },
    { label: 'Project', value: <NamedId of={call.project} label="project id" /> },
    ...(call.environment
      ? [{ label: 'Environment', value: <NamedId of={call.environment} label="environment id" /> }]
      : []),
    { label: 'Variables', value: call.variables_count.toLocaleString('en-US') },
    { label: 'Duration', value: `${call.request_duration_ms.toLocaleString('en-US')} ms` },
    ...originFacts(call),
    ...chainFacts(call),
  ]
  return (
    <FactsDrawer
      open
      onOpenChange={(open) => !open && onClose()}
      title="API Call"
      description={<span className="font-mono break-all">{`${call.http_method} ${call.endpoint}`}</span>}
      facts={facts}
    />
  )
}
