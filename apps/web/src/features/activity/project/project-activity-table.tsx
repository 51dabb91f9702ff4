import type { ProjectActivity } from '@envhold/contract/activity.ts'
import { Table, TableBody, TableCell, TableHead, TableHeadCell } from '../../../ui/table.tsx'
import { Time } from '../../../ui/time.tsx'
import { EntryRow } from '../entry-row.tsx'
import { EventCell } from '../event-cell.tsx'
import { MetaLine } from '../meta-line.tsx'
import { SeverityBadge } from '../severity-badge.tsx'

interface Props {
  activities: readonly ProjectActivity[]
  isNew: (activity: ProjectActivity) => boolean
}

const side = 'max-w-56 truncate text-ink-2 max-lg:hidden'

export function ProjectActivityTable({ activities, isNew }: Props) {
  return (
    <div className="rounded-lg border bg-surface">
      <Table aria-label="Project activity">
        <TableHead>
          <tr>
            <TableHeadCell className="w-full rounded-tl-lg">Activity</TableHeadCell>
            <TableHeadCell>Severity</TableHeadCell>
            <TableHeadCell className="max-lg:hidden">Event</TableHeadCell>
            <TableHeadCell className="max-lg:hidden">User</TableHeadCell>
            <TableHeadCell className="max-lg:hidden">IP</TableHeadCell>
            <TableHeadCell className="rounded-tr-lg text-right">Time</TableHeadCell>
          </tr>
        </TableHead>
        <TableBody>
          {activities.map((activity) => (
            <EntryRow key={activity.id} isNew={isNew(activity)}>
              <EventCell event={activity} meta={<Meta activity={activity} />} />
              <TableCell>
                <SeverityBadge severity={activity.severity} />
              </TableCell>
              <TableCell className={side} title={activity.event_type}>
                <code className="font-mono">{activity.event_type}</code>
              </TableCell>
              <TableCell className={side} title={activity.users?.email}>
                {activity.users?.username}
              </TableCell>
              <TableCell className={side} title={activity.ip_address ?? undefined}>
                {activity.ip_address}
              </TableCell>
              <TableCell className="col-span-2 break-words text-ink-3 max-sm:pl-9 sm:hidden">
                <Time at={activity.created_at} short /> · <Meta activity={activity} />
              </TableCell>
              <TableCell className="text-right whitespace-nowrap text-ink-3 max-sm:hidden">
                <Time at={activity.created_at} />
              </TableCell>
            </EntryRow>
          ))}
        </TableBody>
      </Table>
    </div>
  )
}

const Meta = ({ activity }: { activity: ProjectActivity }) => (
  <MetaLine
    parts={{
      Event: <code className="font-mono break-all">{activity.event_type}</code>,
      User: activity.users && <span title={activity.users.email}>{activity.users.username}</span>,
      IP: activity.ip_address,
    }}
  />
)
