import { eventLabel } from '@envhold/contract/event-types.ts'
import type { AuditEvent } from '@envhold/contract/operator/audit.ts'
import { SeverityBadge } from '../../activity/severity-badge.tsx'
import { CopyableId } from '../parts/copyable-id.tsx'
import type { Column } from '../parts/data-table.tsx'
import { FactsDrawer } from '../parts/facts-drawer.tsx'
import { chainFacts, entryColumns, exactTime, NamedId, originFacts } from './entry-parts.tsx'

const actorOf = ({ user }: AuditEvent) =>
  user === null ? 'The server' : (user.username ?? `Deleted account ${user.id}`)

/** What says more than the name of the event; null: nothing does. */
const moreOf = ({ event_type, description }: AuditEvent) =>
  description === eventLabel(event_type) ? null : description

export const eventColumns: readonly Column<AuditEvent>[] = [
  {
    head: 'Event',
    cell: (event) => <span className="font-medium">{eventLabel(event.event_type)}</span>,
    className: 'lg:whitespace-nowrap',
  },
  {
    head: 'Description',
    cell: (event) => <span className="line-clamp-1 break-all">{moreOf(event) ?? '–'}</span>,
    className: 'max-lg:hidden',
  },
  {
    head: 'User',
    // As wide as its longest name, but never wider than a long one: descriptions have the rest.
    cell: (event) => <span className="break-all lg:block lg:max-w-44 lg:truncate">{actorOf(event)}</span>,
  },
  {
    head: 'Project',
    cell: ({ project }) => (
      <span className="break-all lg:block lg:max-w-36 lg:truncate">
        {project ? (project.name ?? project.id) : '–'}
      </span>
    ),
    className: 'max-md:hidden',
  },
  { head: 'Severity', cell: ({ severity }) => <SeverityBadge severity={severity} /> },
  ...entryColumns,
]

export function EventDrawer({ event, onClose }: { event: AuditEvent; onClose: () => void }) {
  const { user, project, environment } = event
  const facts = [
    { label: 'Time', value: exactTime(event.created_at) },
    { label: 'Severity', value: <SeverityBadge severity={event.severity} /> },
    { label: 'Category', value: eventLabel(event.category) },
    { label: 'User', value: actorOf(event) },
    ...(user ? [{ label: 'User id', value: <CopyableId id={user.id} label="user id" /> }] : []),
    ...(user?.email
      ? [{ label: 'E-mail', value: <CopyableId id={user.email} label="e-mail address" /> }]
      : []),
    ...(event.token_id
      ? [{ label: 'Token or key', value: <CopyableId id={event.token_id} label="token id" /> }]
      : []),
    ...(project ? [{ label: 'Project', value: <NamedId of={project} label="project id" /> }] : []),
    ...(environment
      ? [{ label: 'Environment', value: <NamedId of={environment} label="environment id" /> }]
      : []),
    ...originFacts(event),
    { label: 'Entry', value: <CopyableId id={event.id} label="entry number" /> },
    ...chainFacts(event),
  ]
  return (
    <FactsDrawer
      open
      onOpenChange={(open) => !open && onClose()}
      title={eventLabel(event.event_type)}
      description={moreOf(event)}
      facts={facts}
    />
  )
}
