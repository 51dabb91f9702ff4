import type { Difference } from '@envhold/formats/difference.ts'
import type { FormatProblem } from '@envhold/formats/format-error.ts'
import { Check, TriangleAlert } from 'lucide-react'
import { cn } from '../../../ui/class-names.ts'
import { ChangeSign, changeSigns } from '../parts/change-sign.tsx'

const order = ['added', 'changed', 'removed', 'unchanged'] as const

/** What there is to say about keys besides their change. */
export interface Marks {
  /** Notes that are written, by key; null for one that is removed. */
  readonly notes?: ReadonlyMap<string, string | null> | undefined
  /** Keys of which nothing but the note changes. */
  readonly notesAlone?: ReadonlySet<string> | undefined
  /** Keys whose new value is empty. */
  readonly empty?: ReadonlySet<string> | undefined
  /** Keys with a warning. */
  readonly flagged?: ReadonlySet<string> | undefined
}

interface Props {
  changes: Difference
  marks: Marks
  /** Whether they are saved: each is ticked off. */
  isSaved?: boolean
}

/** The change of every key, with an icon: names and new notes, no values. */
export function ChangeList({ changes, marks, isSaved = false }: Props) {
  const { notes, notesAlone, empty, flagged } = marks
  return (
    <ul className="max-h-[38vh] overflow-y-auto rounded-md border bg-surface py-1" aria-label="What changes">
      {order.flatMap((kind) =>
        changes[kind].map((key) => (
          <li
            key={key}
            className="flex min-h-7 items-center gap-2.5 px-3 py-0.5 font-mono text-small [contain-intrinsic-size:auto_28px] [content-visibility:auto]"
          >
            {isSaved && kind !== 'unchanged' ? (
              <Check aria-hidden="true" className="-mx-px size-3.5 shrink-0 text-good" />
            ) : (
              <ChangeSign kind={kind} />
            )}
            <span className="grid min-w-0">
              <span
                title={key}
                className={cn(
                  'truncate',
                  kind === 'removed' && 'line-through',
                  kind === 'unchanged' && 'text-ink-3',
                )}
              >
                {key}
              </span>
              {notes?.has(key) && (
                <span
                  title={notes.get(key) ?? undefined}
                  className={cn('truncate font-sans text-ink-3', notes.get(key) === null && 'italic')}
                >
                  {notes.get(key) ?? 'Its note is removed'}
                </span>
              )}
            </span>
            <span className={cn('ml-auto shrink-0 font-sans', changeSigns[kind].style)}>
              {flagged?.has(key) && (
                <TriangleAlert aria-label="Worth a second look" className="mr-2 inline size-3.5 text-warn" />
              )}
              {empty?.has(key) && <span className="mr-2 text-ink-3 italic">empty</span>}
              {isSaved && kind !== 'unchanged' ? 'saved' : notesAlone?.has(key) ? 'note changed' : kind}
            </span>
          </li>
        )),
      )}
    </ul>
  )
}

const maxShown = 8

interface NotesProps {
  notes: readonly FormatProblem[]
  /** Leads to a line; without it, the lines are no buttons. */
  onLine?: (line: number) => void
}

/** Problems and warnings of a text, each with its line and key. */
export function Notes({ notes, onLine }: NotesProps) {
  return (
    <ul className="grid gap-0.5 text-small">
      {notes.slice(0, maxShown).map(({ line, key, problem }) => (
        <li key={`${line} ${key} ${problem}`}>
          {line > 0 && !onLine && <span className="font-medium text-ink">Line {line}: </span>}
          {line > 0 && onLine && (
            <button
              type="button"
              className="mr-1.5 rounded-sm font-medium text-ink underline underline-offset-2"
              onClick={() => onLine(line)}
            >
              Line {line}
            </button>
          )}
          {key && <span className="font-mono break-all text-ink">{key} </span>}
          {problem}
        </li>
      ))}
      {notes.length > maxShown && <li>and {notes.length - maxShown} more</li>}
    </ul>
  )
}
