import { useContext } from 'react'
import { HighlightMatch } from '../../../ui/text/highlight-match.tsx'
import type { KeyOrPrefix } from '../arrangement/fold-keys.ts'
import { SearchContext } from './grid-shape.ts'

/** A key with what was searched for, or below the row of its prefix, whose words it repeats in grey. */
export function KeyName({ line: { key, prefix } }: { line: Extract<KeyOrPrefix, { kind: 'key' }> }) {
  const search = useContext(SearchContext)
  if (prefix === '') return <HighlightMatch text={key} search={search} />
  return (
    <span>
      <span className="text-ink-3">{prefix}</span>
      {key.slice(prefix.length)}
    </span>
  )
}

/** A ring around the eye: the part of its time that a value has left. */
export const TimeLeft = () => (
  <svg aria-hidden="true" viewBox="0 0 30 30" className="reveal-time !size-auto">
    <circle cx="15" cy="15" r="13.5" pathLength="1" />
  </svg>
)
