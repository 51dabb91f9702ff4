import { useState } from 'react'
import { Table, TableBody, TableHead, TableHeadCell } from '../../ui/lists/table.tsx'
import { type EventColumns, EventLine } from './event-line.tsx'
import { dayHeading, type FoldedEntry, foldEntries } from './fold-entries.ts'

interface Props<E extends FoldedEntry> {
  label: string
  events: readonly E[]
  isNew: (event: E) => boolean
  columns: EventColumns<E>
}

/** Events by day, newest first. Equal neighbours are one line, which opens. */
export function EventTable<E extends FoldedEntry>({ label, events, isNew, columns }: Props<E>) {
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set())
  const days = foldEntries(events, (event) =>
    JSON.stringify([columns.userOf(event)?.email, columns.projectOf(event)]),
  )
  const folds = days.flatMap((day) => day.folds)
  const now = new Date()
  const toggle = (key: number) =>
    setOpened(
      new Set(opened.has(key) ? [...opened].filter((openedKey) => openedKey !== key) : [...opened, key]),
    )
  return (
    <div className="rounded-lg border bg-surface">
      <Table aria-label={label}>
        <TableHead>
          <tr>
            <TableHeadCell className="w-full rounded-tl-lg">Activity</TableHeadCell>
            <TableHeadCell>
              <span className="sr-only">Severity</span>
            </TableHeadCell>
            <TableHeadCell className="max-lg:hidden">{columns.head}</TableHeadCell>
            <TableHeadCell className="max-lg:hidden">User</TableHeadCell>
            <TableHeadCell className="max-lg:hidden">IP</TableHeadCell>
            <TableHeadCell className="rounded-tr-lg text-right">Time</TableHeadCell>
          </tr>
        </TableHead>
        {days.map(({ day, folds: members }) => (
          <TableBody key={day}>
            <DayHeading day={day} now={now} />
            {members.map((fold) => (
              <EventLine
                key={fold.key}
                fold={fold}
                above={folds[folds.indexOf(fold) - 1]?.entries[0]}
                columns={columns}
                isNew={isNew}
                isOpen={opened.has(fold.key)}
                onToggle={() => toggle(fold.key)}
              />
            ))}
          </TableBody>
        ))}
      </Table>
    </div>
  )
}

function DayHeading({ day, now }: { day: string; now: Date }) {
  const { word, date } = dayHeading(day, now)
  return (
    <tr className="max-sm:block">
      <th
        scope="rowgroup"
        colSpan={6}
        className="border-b px-3 pt-4 pb-1.5 font-normal text-ink-2 max-sm:block"
      >
        {word && <span className="font-medium text-ink">{word} </span>}
        {date}
      </th>
    </tr>
  )
}
