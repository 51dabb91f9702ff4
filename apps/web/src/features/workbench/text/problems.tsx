import { Banner } from '../../../ui/feedback/banner.tsx'
import type { Note } from '../import/import-preview.ts'

const shown = 8

interface Props {
  problems: readonly Note[]
  onLine: (line: number) => void
}

/** Lines that cannot be parsed, with key and problem; the line number is a link to it. */
export function Problems({ problems, onLine }: Props) {
  return (
    <Banner tone="bad" title="This text cannot be saved">
      <ul className="grid gap-0.5 text-small">
        {problems.slice(0, shown).map(({ line, key, problem }) => (
          <li key={`${line} ${key} ${problem}`}>
            {line > 0 && (
              <button
                type="button"
                className="mr-1.5 rounded-sm font-medium text-ink underline underline-offset-2"
                onClick={() => onLine(line)}
              >
                Line {line}
              </button>
            )}
            {key && <span className="mr-1.5 font-mono break-all text-ink">{key}</span>}
            {problem}
          </li>
        ))}
        {problems.length > shown && <li>and {problems.length - shown} more</li>}
      </ul>
    </Banner>
  )
}
