import type { Note } from './import-preview.ts'

const shown = 8

/** Problems and warnings of a text, each with its line and key. */
export function Notes({ notes }: { notes: readonly Note[] }) {
  return (
    <ul className="grid gap-0.5 text-small">
      {notes.slice(0, shown).map(({ line, key, problem }) => (
        <li key={`${line} ${key} ${problem}`}>
          {line > 0 && <span className="font-medium text-ink">Line {line}: </span>}
          {key && <span className="font-mono break-all text-ink">{key} </span>}
          {problem}
        </li>
      ))}
      {notes.length > shown && <li>and {notes.length - shown} more</li>}
    </ul>
  )
}
