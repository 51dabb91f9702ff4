import type { ActivityLog } from '@envhold/contract/activity/activity.ts'

/** What folding looks at. */
export type FoldedEntry = Pick<
  ActivityLog,
  'id' | 'event_type' | 'category' | 'severity' | 'description' | 'created_at' | 'ip_address'
>

/** Neighbours that are one line of a list, the newest first. */
export interface Fold<E> {
  /** The id of the oldest: it stays when newer entries join. */
  readonly key: number
  readonly entries: readonly [E, ...E[]]
  /** Somebody read variables: one quiet line, whatever was read. */
  readonly isRead: boolean
}

export interface Day<E> {
  /** The local day, `2026-03-01`. */
  readonly day: string
  readonly folds: readonly Fold<E>[]
}

const maxGapMs = 30 * 60_000

const isRead = ({ event_type }: FoldedEntry) => event_type === 'variables_read'
const timeOf = ({ created_at }: FoldedEntry) => new Date(created_at).getTime()

/** The local day of a moment, which sorts as text. */
export const dayOf = (moment: Date): string =>
  [moment.getFullYear(), moment.getMonth() + 1, moment.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')

/**
 * Folds neighbours of the same kind, severity, person and project within 30 minutes, and files them by day. Folding is
 * only about the picture: search, pages and exports have the single entries.
 * @param whoAndWhere tells person and project of an entry
 */
export function foldEntries<E extends FoldedEntry>(
  entries: readonly E[],
  whoAndWhere: (entry: E) => string,
): Day<E>[] {
  const kindOf = (entry: E) =>
    JSON.stringify([
      entry.event_type,
      entry.severity,
      whoAndWhere(entry),
      entry.ip_address,
      dayOf(new Date(entry.created_at)),
    ])
  const folds: [E, ...E[]][] = []
  for (const entry of entries) {
    const open = folds.at(-1)
    const belongs = open && kindOf(open[0]) === kindOf(entry) && timeOf(open[0]) - timeOf(entry) <= maxGapMs
    if (belongs) open.push(entry)
    else folds.push([entry])
  }
  const all = folds.map((members) => ({
    key: members.at(-1)?.id ?? members[0].id,
    entries: members,
    isRead: isRead(members[0]),
  }))
  const days = Map.groupBy(all, ({ entries: [newest] }) => dayOf(new Date(newest.created_at)))
  return [...days].map(([day, members]) => ({ day, folds: members }))
}

const times = (count: number) => (count === 2 ? 'twice' : `${count} times`)

/** One line for a fold: what happened, and how often. */
export function foldText<E extends FoldedEntry>(
  { entries, isRead: quiet }: Fold<E>,
  project: string | null,
): string {
  const [newest] = entries
  if (entries.length === 1) return newest.description
  if (new Set(entries.map(({ description }) => description)).size === 1)
    return `${newest.description}, ${times(entries.length)}`
  if (quiet) return `Read variables${project === null ? '' : ` of ${project}`} ${times(entries.length)}`
  return `${newest.description}, and ${entries.length - 1} more like this`
}

const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'short', day: 'numeric' })
const withYear = new Intl.DateTimeFormat('en-US', {
  weekday: 'long',
  month: 'short',
  day: 'numeric',
  year: 'numeric',
})

/** The heading of a day: a word for the last two, and the date. */
export function dayHeading(day: string, now: Date): { readonly word: string | null; readonly date: string } {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const moment = new Date(year, month - 1, date)
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1)
  const word = day === dayOf(now) ? 'Today' : day === dayOf(yesterday) ? 'Yesterday' : null
  return { word, date: (year === now.getFullYear() ? weekday : withYear).format(moment) }
}
