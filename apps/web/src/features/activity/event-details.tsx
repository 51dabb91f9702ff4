import type { EventColumns } from './event-columns.ts'
import type { FoldedEntry } from './fold-entries.ts'

const exact = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'medium' })
const severities = { low: 'Low', medium: 'Medium', high: 'High' } as const

interface Props<E> {
  id: string
  entries: readonly E[]
  columns: EventColumns<E>
}

/** The single entries of an open line, with all that is known of each. */
export const EventDetails = <E extends FoldedEntry>({ id, entries, columns }: Props<E>) => (
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
                <time dateTime={entry.created_at}>{exact.format(new Date(entry.created_at))}</time>
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
