import { ChevronRight } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { cn } from '../../ui/class-names.ts'
import { TableCell } from '../../ui/lists/table.tsx'
import { SeverityBadge } from './activity-badges.tsx'
import { EntryRow, MetaLine } from './entry-row.tsx'
import { eventIcon, eventLabel } from './event-icons.ts'
import { type Fold, type FoldedEntry, foldText } from './fold-entries.ts'

const clock = new Intl.DateTimeFormat('en-US', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const exact = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'medium' })

interface Props<E extends FoldedEntry> {
  fold: Fold<E>
  /** The entry of the line above, if any: what repeats is grey. */
  above: E | undefined
  columns: EventColumns<E>
  isNew: (event: E) => boolean
  isOpen: boolean
  onToggle: () => void
}

const side = 'max-w-44 truncate max-lg:hidden'

/** One line of the list, and below it its details while it is open. */
export function EventLine<E extends FoldedEntry>({
  fold,
  above,
  columns,
  isNew,
  isOpen,
  onToggle,
}: Props<E>) {
  const id = useId()
  const { entries, isRead } = fold
  const [event] = entries
  const Icon = eventIcon(event.event_type, event.category)
  const user = columns.userOf(event)
  const tone = (now: string | null | undefined, before: string | null | undefined) =>
    above && now === before ? 'text-ink-3' : 'text-ink'
  const at = new Date(event.created_at)
  const time = (
    <time dateTime={event.created_at} title={exact.format(at)} className="tabular-nums">
      {clock.format(at)}
    </time>
  )
  const meta = (
    <MetaLine
      parts={{
        [columns.head]: columns.of(event),
        User: user && <span title={user.email}>{user.shown}</span>,
        IP: event.ip_address,
      }}
    />
  )
  return (
    <>
      <EntryRow isNew={entries.some(isNew)}>
        <TableCell className={cn('relative', isRead && 'text-ink-3', isOpen && 'border-b-transparent')}>
          <div className="flex items-center gap-3">
            <span title={eventLabel(event.event_type)} className="shrink-0 text-ink-3">
              <Icon className="size-4" aria-hidden="true" />
            </span>
            <div className="min-w-0">
              <button
                type="button"
                aria-expanded={isOpen}
                aria-controls={isOpen ? id : undefined}
                onClick={onToggle}
                className="group/open rounded-sm py-1 text-left break-words after:absolute after:inset-0 pointer-coarse:py-2"
              >
                {foldText(fold, columns.projectOf(event))}
                <ChevronRight
                  aria-hidden="true"
                  className={cn(
                    'ml-1 inline size-3.5 text-ink-3 transition-transform',
                    isOpen
                      ? 'rotate-90'
                      : entries.length === 1 && 'opacity-0 group-hover/row:opacity-100 max-sm:hidden',
                  )}
                />
              </button>
              <p className="relative z-10 w-fit pb-1.5 break-words text-ink-3 max-sm:hidden lg:hidden">
                {meta}
              </p>
            </div>
          </div>
        </TableCell>
        <TableCell className={cn(isOpen && 'border-b-transparent')}>
          {event.severity !== 'low' && <SeverityBadge severity={event.severity} />}
        </TableCell>
        <TableCell
          className={cn(
            side,
            isOpen && 'border-b-transparent',
            isRead ? 'text-ink-3' : tone(columns.textOf(event), above && columns.textOf(above)),
          )}
        >
          {columns.of(event)}
        </TableCell>
        <TableCell
          title={user?.email}
          className={cn(
            side,
            isOpen && 'border-b-transparent',
            isRead ? 'text-ink-3' : tone(user?.email, above && columns.userOf(above)?.email),
          )}
        >
          {user?.shown}
        </TableCell>
        <TableCell
          title={event.ip_address ?? undefined}
          className={cn(
            side,
            isOpen && 'border-b-transparent',
            isRead ? 'text-ink-3' : tone(event.ip_address, above?.ip_address),
          )}
        >
          {event.ip_address}
        </TableCell>
        <TableCell
          className={cn(
            'text-right whitespace-nowrap text-ink-2 max-sm:hidden',
            isOpen && 'border-b-transparent',
          )}
        >
          {time}
        </TableCell>
        <TableCell className="col-span-2 break-words text-ink-3 max-sm:pl-7 sm:hidden">
          {time} · {meta}
        </TableCell>
      </EntryRow>
      {isOpen && <EventDetails id={id} entries={entries} columns={columns} />}
    </>
  )
}

const entryTime = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'medium' })
const severities = { low: 'Low', medium: 'Medium', high: 'High' } as const

interface EventDetailsProps<E> {
  id: string
  entries: readonly E[]
  columns: EventColumns<E>
}

/** The single entries of an open line, with all that is known of each. */
const EventDetails = <E extends FoldedEntry>({ id, entries, columns }: EventDetailsProps<E>) => (
  <tr id={id} className="max-sm:block">
    <td colSpan={6} className="border-b px-3 pb-3 pl-10 max-sm:block max-sm:pl-9">
      <ul className="grid gap-3">
        {entries.map((entry) => (
          <li key={entry.id} className="grid gap-1">
            {entries.length > 1 && <p className="break-words">{entry.description}</p>}
            <dl className="flex flex-wrap gap-x-8 gap-y-1 text-small">
              <Fact name="User">{columns.userOf(entry)?.email ?? 'None'}</Fact>
              {entry.ip_address && <Fact name="IP">{entry.ip_address}</Fact>}
              <Fact name="Time">
                <time dateTime={entry.created_at}>{entryTime.format(new Date(entry.created_at))}</time>
              </Fact>
              <Fact name="Severity">{severities[entry.severity]}</Fact>
              <Fact name="Event">
                <code className="font-mono break-all">{entry.event_type}</code>
              </Fact>
            </dl>
          </li>
        ))}
      </ul>
    </td>
  </tr>
)

const Fact = ({ name, children }: { name: string; children: React.ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-ink-3">{name}</dt>
    <dd className="break-words">{children}</dd>
  </div>
)

/** What a list says about an entry besides the event. */
export interface EventColumns<E> {
  /** The column that differs from list to list: its head, its cell, and the text that tells two cells apart. */
  readonly head: string
  readonly of: (event: E) => ReactNode
  readonly textOf: (event: E) => string | null
  /** The project that a folded line names; null on a page about one project. */
  readonly projectOf: (event: E) => string | null
  readonly userOf: (event: E) => { readonly shown: string; readonly email: string } | null
}
