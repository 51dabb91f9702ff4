import type { ActivityLog } from '@envhold/contract/activity.ts'
import { Table, TableBody, TableCell, TableHead, TableHeadCell } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'
import { EntryRow } from './entry-row.tsx'
import { EventCell } from './event-cell.tsx'
import { MetaLine } from './meta-line.tsx'
import { ProjectLink } from './project-link.tsx'
import { SeverityBadge } from './severity-badge.tsx'

interface Props {
  logs: readonly ActivityLog[]
  isNew: (log: ActivityLog) => boolean
}

const side = 'max-w-40 truncate text-ink-2 max-lg:hidden'

export function ActivityTable({ logs, isNew }: Props) {
  return (
    <div className="rounded-lg border bg-surface">
      <Table aria-label="Activity">
        <TableHead>
          <tr>
            <TableHeadCell className="w-full rounded-tl-lg">Activity</TableHeadCell>
            <TableHeadCell>Severity</TableHeadCell>
            <TableHeadCell className="max-lg:hidden">Project</TableHeadCell>
            <TableHeadCell className="max-lg:hidden">User</TableHeadCell>
            <TableHeadCell className="max-lg:hidden">IP</TableHeadCell>
            <TableHeadCell className="rounded-tr-lg text-right">Time</TableHeadCell>
          </tr>
        </TableHead>
        <TableBody>
          {logs.map((log) => (
            <EntryRow key={log.id} isNew={isNew(log)}>
              <EventCell event={log} meta={<Meta log={log} />} />
              <TableCell>
                <SeverityBadge severity={log.severity} />
              </TableCell>
              <TableCell className={side}>
                <ProjectLink id={log.project_id} name={log.project_name} />
              </TableCell>
              <TableCell className={side} title={log.user_email ?? undefined}>
                {log.user_email}
              </TableCell>
              <TableCell className={side} title={log.ip_address ?? undefined}>
                {log.ip_address}
              </TableCell>
              <TableCell className="col-span-2 break-words text-ink-3 max-sm:pl-9 sm:hidden">
                <Time at={log.created_at} short /> · <Meta log={log} />
              </TableCell>
              <TableCell className="text-right whitespace-nowrap text-ink-3 max-sm:hidden">
                <Time at={log.created_at} />
              </TableCell>
            </EntryRow>
          ))}
        </TableBody>
      </Table>
    </div>
  )
}

const Meta = ({ log }: { log: ActivityLog }) => (
  <MetaLine
    parts={{
      Project: log.project_name && <ProjectLink id={log.project_id} name={log.project_name} />,
      User: log.user_email,
      IP: log.ip_address,
    }}
  />
)
