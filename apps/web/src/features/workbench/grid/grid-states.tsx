import { Grid3x3, SearchX } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { useBlocked } from '../../../ui/feedback/blocked.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import type { Filter } from '../comparison/key-rows.ts'
import { Hint } from '../parts/variables-states.tsx'
import { legend } from './cell-badge.tsx'

interface NothingProps {
  filter: Filter
  search: string
  onClear: () => void
}

const emptyTexts: Readonly<Record<Filter, { title: string; words: string }>> = {
  all: {
    title: 'No variables in these environments yet',
    words: 'Add a key, or import a .env file in the table of an environment.',
  },
  'to-check': {
    title: 'Nothing to check',
    words:
      'No shown environment has a secret of a protected one, and nothing is overdue or due within a week.',
  },
  differing: {
    title: 'Nothing differs',
    words: 'Every key that is in several of the shown environments has the same value in all of them.',
  },
  missing: { title: 'Nothing is missing', words: 'Every shown environment has every key.' },
}

export function EmptyGrid({ filter, search, onClear }: NothingProps) {
  const { title, words } = emptyTexts[filter]
  return (
    <EmptyState
      icon={search ? SearchX : Grid3x3}
      title={search ? `No key matches “${search}”` : title}
      action={
        (search || filter !== 'all') && (
          <Button variant="secondary" onClick={onClear}>
            Show all keys
          </Button>
        )
      }
    >
      {search ? 'Only keys are searched, not values.' : words}
    </EmptyState>
  )
}

/** The status line: the number of keys, the signs in words, and keyboard hints. */
export function GridFooter({ shown, total, canWrite }: { shown: number; total: number; canWrite: boolean }) {
  const isWritable = useBlocked() === undefined && canWrite
  const counted = total === 1 ? '1 key' : `${total.toLocaleString('en-US')} keys`
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-1 border-t px-(--gutter) py-1.5 text-small text-ink-3 md:flex-nowrap md:overflow-hidden md:whitespace-nowrap">
      <p aria-live="polite">{shown === total ? counted : `${shown.toLocaleString('en-US')} of ${counted}`}</p>
      <ul aria-label="Signs" className="flex flex-wrap gap-x-5 gap-y-1 md:flex-nowrap">
        {legend.map(({ sign, words }) => (
          <li key={words} className="flex items-center gap-2">
            {sign}
            {words}
          </li>
        ))}
      </ul>
      <p
        className="ml-auto flex items-center gap-3 max-[96rem]:hidden pointer-coarse:hidden"
        aria-hidden="true"
      >
        <Hint keys={['↑', '↓', '←', '→']}>move</Hint>
        {isWritable && <Hint keys={['Enter']}>edit</Hint>}
        <Hint keys={['Space']}>reveal</Hint>
      </p>
    </div>
  )
}
