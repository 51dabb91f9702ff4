import type { ActivityLine } from '@envhold/contract/activity/activity-lines.ts'
import { type KeyboardEvent, useState } from 'react'
import { type AskedHit, useOpenAsked } from '../../../ui/lists/open-only.ts'
import { GridBody, GridRow, GridRowHead, PlacedTable } from '../../../ui/lists/table.tsx'
import { LineRow } from './line-row.tsx'

interface Props {
  label: string
  lines: readonly ActivityLine[]
  /** Whether lines are of several projects. */
  withProject?: boolean
  /** The search, whose words are marked. */
  search?: string | undefined
  /** Enter in the search opens the only line. */
  hit?: AskedHit | undefined
  /** The lines are of another search, while that of now loads. */
  isOld?: boolean
  isNew: (line: ActivityLine) => boolean
}

/** Lines by day, newest first. Arrow keys move between them; Enter opens one. */
export function LineList({ label, lines, withProject = false, search = '', hit, isOld, isNew }: Props) {
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set())
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const days = Map.groupBy(lines, ({ created_at }) => dayOf(new Date(created_at)))
  const now = new Date()
  const toggle = (id: number) => setOpened(opened.has(id) ? without(opened, id) : new Set([...opened, id]))
  useOpenAsked(hit, isOld ? undefined : lines, ({ id }) => setOpened(new Set([id])))
  return (
    <PlacedTable
      aria-label={label}
      onKeyDown={moveFocus}
      className="overflow-hidden rounded-lg border bg-surface text-small max-sm:-mx-(--gutter) max-sm:rounded-none max-sm:border-x-0 [&>*:last-child>*:last-child]:border-b-0"
    >
      {[...days].map(([day, ofDay]) => (
        <GridBody key={day}>
          <DayHeading day={day} now={now} />
          {ofDay.map((line, index) => (
            <LineRow
              key={line.id}
              line={line}
              above={ofDay[index - 1]}
              withProject={withProject}
              words={words}
              isNew={isNew(line)}
              isOpen={opened.has(line.id)}
              onToggle={() => toggle(line.id)}
            />
          ))}
        </GridBody>
      ))}
    </PlacedTable>
  )
}

const without = (ids: ReadonlySet<number>, id: number) => new Set([...ids].filter((each) => each !== id))

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-line]')]
  const row = event.target instanceof Element ? event.target.closest('[role=row]') : null
  const at = buttons.findIndex((button) => row?.contains(button))
  const next = at < 0 ? undefined : buttons[at + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}

function DayHeading({ day, now }: { day: string; now: Date }) {
  const { word, date } = dayHeading(day, now)
  return (
    <GridRow className="border-b px-4 pt-4 pb-1.5 text-ink-2">
      <GridRowHead>
        {word && <span className="mr-1 font-medium text-ink">{word}</span>}
        {date}
      </GridRowHead>
    </GridRow>
  )
}

/** The local day of a moment, which sorts as text. */
export const dayOf = (moment: Date): string =>
  [moment.getFullYear(), moment.getMonth() + 1, moment.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')

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
