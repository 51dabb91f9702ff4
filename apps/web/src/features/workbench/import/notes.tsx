import type { Note } from './import-preview.ts'

const shown = 8

interface Props {
  notes: readonly Note[]
  /** Leads to a line; without it, the lines are no buttons. */
  onLine?: (line: number) => void
}

/** Problems and warnings of a text, each with its line and key. */
export function Notes({ notes, onLine }: Props) {
  return (
    <ul className="grid gap-0.5 text-small">
      {notes.slice(0, shown).map(({ line, key, problem }) => (
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
      {notes.length > shown && <li>and {notes.length - shown} more</li>}
    </ul>
  )
}
