import type { ActivityLine } from '@envhold/contract/activity/activity-lines.ts'
import { useId } from 'react'
import { cn } from '../../../ui/class-names.ts'
import { GridRow, PlacedCell } from '../../../ui/lists/table.tsx'
import { formatCount } from '../../../ui/text/format.ts'
import { SeverityBadge } from '../activity-badges.tsx'
import { ProjectLink } from '../entry-row.tsx'
import { eventIcon } from '../event-icons.ts'
import { historyPlace, KeyLink, LineSentence } from './line-sentence.tsx'

const clock = new Intl.DateTimeFormat('en-US', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const second = new Intl.DateTimeFormat('en-US', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})
const exact = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'medium' })

interface Props {
  line: ActivityLine
  /** The line above, if any: what repeats is grey. */
  above: ActivityLine | undefined
  withProject: boolean
  words: readonly string[]
  isNew: boolean
  isOpen: boolean
  onToggle: () => void
}

const userOf = ({ people, is_read }: ActivityLine) => (is_read ? undefined : people[0])

/** The columns: icon, sentence, project, who, IP, time. On a phone, who and time are below the sentence. */
const columns = {
  ofProject: 'sm:grid-cols-[1rem_minmax(0,1fr)_7rem_2.5rem]',
  ofAccount:
    'sm:grid-cols-[1rem_minmax(0,1fr)_5.5rem_2.5rem] md:grid-cols-[1rem_minmax(0,1fr)_7rem_7rem_2.5rem] xl:grid-cols-[1rem_minmax(0,1fr)_8rem_7rem_8rem_2.5rem]',
} as const

/** Grey where it repeats the line above. */
const tone = (isSame: boolean) => (isSame ? 'text-ink-3' : 'text-ink')

/** One line of the log. Its icon, or a click beside the text, opens one line of details. */
export function LineRow({ line, above, withProject, words, isNew, isOpen, onToggle }: Props) {
  const id = useId()
  const user = userOf(line)
  const isSameUser = above !== undefined && userOf(above)?.email === user?.email
  const at = new Date(line.created_at)
  return (
    <>
      <GridRow
        className={cn(
          'group/row relative grid min-h-10 grid-cols-[1rem_minmax(0,1fr)_auto] items-baseline gap-x-3 border-b px-4 py-2 hover:bg-hover/60',
          withProject ? columns.ofAccount : columns.ofProject,
          isNew && 'animate-appear bg-accent-soft/50',
          isOpen && 'border-b-transparent bg-hover',
        )}
      >
        <PlacedCell className="self-start pt-0.5">
          <OpenButton line={line} details={id} isOpen={isOpen} onToggle={onToggle} />
        </PlacedCell>
        <PlacedCell
          className={cn('min-w-0 break-words max-sm:col-span-2', line.is_read ? 'text-ink-3' : 'text-ink')}
        >
          <LineSentence line={line} words={words} />
          {line.note !== null && <span className="text-ink-3"> · {line.note}</span>}
          {line.severity === 'high' && (
            <span className="ml-2 inline-block align-bottom">
              <SeverityBadge severity="high" />
            </span>
          )}
        </PlacedCell>
        {withProject && <ProjectCell line={line} above={above} />}
        <PlacedCell
          title={user?.email}
          className={cn('truncate max-sm:col-start-2 max-sm:text-ink-3', tone(isSameUser))}
        >
          {user?.username}
        </PlacedCell>
        {withProject && <IpCell line={line} above={above} />}
        <PlacedCell className="text-right text-ink-2 tabular-nums">
          <time dateTime={line.created_at} title={exact.format(at)}>
            {clock.format(at)}
          </time>
        </PlacedCell>
      </GridRow>
      {isOpen && (
        <GridRow className="border-b bg-hover px-4 pb-2">
          <PlacedCell id={id} className="pl-7 break-words text-ink-3">
            <LineDetail line={line} />
          </PlacedCell>
        </GridRow>
      )}
    </>
  )
}

/** A write of several variables has the icon of what it did. */
function lineIcon({ event_type, category, sentence }: ActivityLine) {
  const verb = sentence[0]?.text.split(' ')[0] ?? ''
  const isWrite = event_type === 'variables_imported' && verb !== 'Imported'
  return eventIcon((isWrite && writeEvents[verb]) || event_type, category)
}

const writeEvents: Readonly<Record<string, string>> = {
  Added: 'variable_created',
  Changed: 'variable_updated',
  Removed: 'variable_deleted',
}

interface OpenButtonProps {
  line: ActivityLine
  /** The id of the details. */
  details: string
  isOpen: boolean
  onToggle: () => void
}

function OpenButton({ line, details, isOpen, onToggle }: OpenButtonProps) {
  const Icon = lineIcon(line)
  return (
    <button
      type="button"
      data-line=""
      aria-expanded={isOpen}
      aria-controls={isOpen ? details : undefined}
      aria-label={`Details of: ${line.text}`}
      onClick={onToggle}
      className="grid size-4 place-items-center rounded-sm text-ink-3 after:absolute after:inset-0"
    >
      <Icon className="size-4 shrink-0" aria-hidden="true" />
    </button>
  )
}

type CellProps = Pick<Props, 'line' | 'above'>

const ProjectCell = ({ line, above }: CellProps) => (
  <PlacedCell className={cn('truncate max-md:hidden', tone(above?.project_id === line.project_id))}>
    <span className="relative z-10">
      <ProjectLink id={line.project_id} name={line.project_name} />
    </span>
  </PlacedCell>
)

const IpCell = ({ line, above }: CellProps) => (
  <PlacedCell
    className={cn('truncate tabular-nums max-xl:hidden', tone(above?.ip_address === line.ip_address))}
  >
    {!line.is_read && line.ip_address}
  </PlacedCell>
)

/** All that is known of a line, in one grey line. */
function LineDetail({ line }: { line: ActivityLine }) {
  const { client, ip_address, people, is_read } = line
  const keys = line.sentence.filter(({ kind }) => kind === 'key').map(({ text }) => text)
  const place = historyPlace(line)
  const facts = [
    formatExtent(line),
    timeText(line),
    [ip_address, client].filter((part) => part !== null).join(', '),
    people.map(({ email }) => email).join(', '),
    line.severity === 'low' || is_read ? '' : `${line.severity === 'high' ? 'High' : 'Medium'} severity`,
  ]
  return (
    <>
      {facts.filter((fact) => fact !== '').join(' · ')}
      {place &&
        [...new Set(keys)].map((key) => (
          <KeyLink key={key} name={key} place={place} className="ml-3 font-medium text-accent">
            {`History of ${key}`}
          </KeyLink>
        ))}
    </>
  )
}

function timeText({ started_at, created_at }: ActivityLine): string {
  const [from, to] = [second.format(new Date(started_at)), second.format(new Date(created_at))]
  return from === to ? to : `${from} to ${to}`
}

/** How many entries or versions a line stands for. */
function formatExtent({ versions, entries, is_read }: ActivityLine): string {
  const last = versions.at(-1)
  if (last && versions.length > 1 && new Set(versions.map(({ environment }) => environment)).size > 1)
    return `One save, ${versions.length} new versions; ${last.environment} is v${last.version}`
  if (last) return `${last.environment} is v${last.version}`
  if (entries === 1) return ''
  return `${formatCount(entries)} ${is_read ? 'reads' : 'entries'}`
}
