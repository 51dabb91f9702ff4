import type { ActivityLog } from '@envhold/contract/activity.ts'
import type { ReactNode } from 'react'
import { Table, TableBody, TableCell, TableHead, TableHeadCell } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'
import { EntryRow } from './entry-row.tsx'
import { EventCell } from './event-cell.tsx'
import { MetaLine } from './meta-line.tsx'
import { SeverityBadge } from './severity-badge.tsx'

type Shown = Pick<
  ActivityLog,
  'id' | 'event_type' | 'category' | 'severity' | 'description' | 'created_at' | 'ip_address'
>

interface Props<E extends Shown> {
  label: string
  events: readonly E[]
  isNew: (event: E) => boolean
  /** The column that differs from list to list. */
  about: { readonly head: string; readonly of: (event: E) => ReactNode }
  userOf: (event: E) => { readonly shown: string; readonly email: string } | null
}

const side = 'max-w-48 truncate text-ink-2 max-lg:hidden'

/** Events, newest first. */
export function EventTable<E extends Shown>({ label, events, isNew, about, userOf }: Props<E>) {
  const meta = (event: E) => (
    <MetaLine
      parts={{
        [about.head]: about.of(event),
        User: userOf(event) && <span title={userOf(event)?.email}>{userOf(event)?.shown}</span>,
        IP: event.ip_address,
      }}
    />
  )
  return (
    <div className="rounded-lg border bg-surface">
      <Table aria-label={label}>
        <TableHead>
          <tr>
            <TableHeadCell className="w-full rounded-tl-lg">Activity</TableHeadCell>
            <TableHeadCell>Severity</TableHeadCell>
            <TableHeadCell className="max-lg:hidden">{about.head}</TableHeadCell>
            <TableHeadCell className="max-lg:hidden">User</TableHeadCell>
            <TableHeadCell className="max-lg:hidden">IP</TableHeadCell>
            <TableHeadCell className="rounded-tr-lg text-right">Time</TableHeadCell>
          </tr>
        </TableHead>
        <TableBody>
          {events.map((event) => (
            <EntryRow key={event.id} isNew={isNew(event)}>
              <EventCell event={event} meta={meta(event)} />
              <TableCell>
                <SeverityBadge severity={event.severity} />
              </TableCell>
              <TableCell className={side}>{about.of(event)}</TableCell>
              <TableCell className={side} title={userOf(event)?.email}>
                {userOf(event)?.shown}
              </TableCell>
              <TableCell className={side} title={event.ip_address ?? undefined}>
                {event.ip_address}
              </TableCell>
              <TableCell className="col-span-2 break-words text-ink-3 max-sm:pl-9 sm:hidden">
                <Time at={event.created_at} short /> · {meta(event)}
              </TableCell>
              <TableCell className="text-right whitespace-nowrap text-ink-3 max-sm:hidden">
                <Time at={event.created_at} />
              </TableCell>
            </EntryRow>
          ))}
        </TableBody>
      </Table>
    </div>
  )
}
