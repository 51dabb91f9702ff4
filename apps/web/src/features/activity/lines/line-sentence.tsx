import type { ActivityLine, LinePart } from '@envhold/contract/activity/activity-lines.ts'
import { Link } from '@tanstack/react-router'
import { cn } from '../../../ui/class-names.ts'
import { HighlightMatch } from '../../../ui/text/highlight-match.tsx'
import { EnvironmentName } from '../../projects/environment-name.tsx'

/** Where the history of a line's keys is: the first of its environments that exists. */
export function historyPlace({ project_id, sentence }: Pick<ActivityLine, 'project_id' | 'sentence'>) {
  const environment = sentence.find((part) => part.environment)?.environment
  return project_id === null || !environment ? null : { project: project_id, environment: environment.id }
}

type Place = ReturnType<typeof historyPlace>

interface Props {
  line: ActivityLine
  /** The words of the search. */
  words: readonly string[]
}

/** What was done, in one sentence. Keys lead to their histories. */
export function LineSentence({ line, words }: Props) {
  const place = historyPlace(line)
  return withMarks(line.sentence).map(({ part, mark }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence are in their order
    <Part key={index} part={part} mark={mark} place={place} words={words} />
  ))
}

/** Gives each environment the comma or colon after it: a line break comes after that, never before it. */
function withMarks(parts: readonly LinePart[]): { part: LinePart; mark: string }[] {
  const markOf = (part: LinePart | undefined) =>
    part?.kind === 'text' ? (/^[,:]/.exec(part.text)?.[0] ?? '') : ''
  return parts.map((part, index) => {
    const isAfterEnvironment = parts[index - 1]?.kind === 'environment'
    const text = part.text.slice(isAfterEnvironment ? markOf(part).length : 0)
    return { part: { ...part, text }, mark: part.kind === 'environment' ? markOf(parts[index + 1]) : '' }
  })
}

interface PartProps {
  part: LinePart
  mark: string
  place: Place
  words: readonly string[]
}

function Part({ part, mark, place, words }: PartProps) {
  const { kind, text, environment } = part
  if (kind === 'text') return text
  const marked = <Marked text={text} words={words} />
  if (kind === 'name') return <b className="font-medium">{marked}</b>
  if (kind === 'key') return <KeyLink name={text} place={place} words={words} />
  if (!environment)
    return (
      <span className="font-medium">
        {marked}
        {mark}
      </span>
    )
  const named = { name: text, color: environment.color, protected: environment.protected }
  return (
    <span className="inline-flex max-w-full align-bottom">
      <EnvironmentName environment={named} />
      {mark}
    </span>
  )
}

interface KeyLinkProps {
  name: string
  place: Place
  words?: readonly string[]
  className?: string
  children?: string
}

/** A key, which leads to its history. */
export function KeyLink({ name, place, words = [], className, children }: KeyLinkProps) {
  const style = cn(
    'rounded-sm wrap-anywhere underline-offset-4',
    children === undefined && 'font-mono text-[0.92em] font-medium',
    className,
  )
  const content = children ?? <Marked text={name} words={words} />
  if (!place) return <span className={style}>{content}</span>
  return (
    <Link
      to="/project/$id"
      params={{ id: String(place.project) }}
      search={{ tab: 'variables', environment: place.environment, find: name, history: true }}
      title={`History of ${name}`}
      className={cn(style, 'relative z-10 hover:underline')}
    >
      {content}
    </Link>
  )
}

/** A text with the first found word marked. */
const Marked = ({ text, words }: { text: string; words: readonly string[] }) => (
  <HighlightMatch text={text} search={words.find((word) => text.toLowerCase().includes(word)) ?? ''} />
)
