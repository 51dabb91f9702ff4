import { eventLabel } from '@envhold/contract/activity/event-types.ts'
import type { AuditEvent } from '@envhold/contract/operator/audit.ts'
import { formatCount } from '../../../ui/text/format.ts'
import { Time } from '../../../ui/text/time.tsx'
import { SeverityBadge } from '../../activity/activity-badges.tsx'
import type { Column } from '../parts/data-table.tsx'
import { CopyableId, DetailsDrawer } from '../parts/details-drawer.tsx'
import { UserLink } from '../parts/operator-page.tsx'

const exact = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'medium' })

export const exactTime = (at: string) => <time dateTime={at}>{exact.format(new Date(at))}</time>

interface NamedReference {
  readonly id: number | string
  readonly name: string | null
}

/** A name with its id, which can be copied. */
export const NamedId = ({ of: { id, name }, label }: { of: NamedReference; label: string }) => (
  <span className="grid">
    <span className="break-all">{name ?? 'Deleted'}</span>
    <CopyableId id={id} label={label} />
  </span>
)

interface Entry {
  readonly ip_address: string | null
  readonly created_at: string
  readonly request_id: string | null
  readonly chain: string
  readonly position: number
}

/** The last columns of both logs. */
export const entryColumns: readonly Column<Entry>[] = [
  {
    head: 'Address',
    cell: ({ ip_address }) => <span className="font-mono text-small">{ip_address ?? '–'}</span>,
    className: 'max-lg:hidden',
  },
  {
    head: 'Time',
    cell: ({ created_at }) => <Time at={created_at} short />,
    align: 'right',
    className: 'whitespace-nowrap',
  },
]

/** Something that can be copied; left out if there is none. */
const copyable = (id: string | number | null | undefined, label: string) =>
  id ? <CopyableId id={id} label={label} /> : undefined

export const originFacts = ({ ip_address, request_id }: Entry) => ({
  Address: copyable(ip_address, 'IP address') ?? '–',
  Request: copyable(request_id, 'request id'),
})

export const chainFacts = ({ chain, position }: Entry) => ({
  Chain: <CopyableId id={chain} label="chain" />,
  'In the chain': `Number ${formatCount(position)}`,
})

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
  const facts = {
    Time: exactTime(event.created_at),
    Severity: <SeverityBadge severity={event.severity} />,
    Category: eventLabel(event.category),
    User: <UserLink id={user?.username ? user.id : null}>{actorOf(event)}</UserLink>,
    'User id': copyable(user?.id, 'user id'),
    'E-mail': copyable(user?.email, 'e-mail address'),
    'Token or key': copyable(event.token_id, 'token id'),
    Project: project ? <NamedId of={project} label="project id" /> : undefined,
    Environment: environment ? <NamedId of={environment} label="environment id" /> : undefined,
    ...originFacts(event),
    Entry: <CopyableId id={event.id} label="entry number" />,
    ...chainFacts(event),
  }
  return (
    <DetailsDrawer
      onClose={onClose}
      title={eventLabel(event.event_type)}
      description={moreOf(event)}
      facts={facts}
    />
  )
}
