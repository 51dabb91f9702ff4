import { ArrowDown, ArrowUp } from 'lucide-react'
import { cn } from '../../../ui/class-names.ts'
import { GridBody, GridColumnHead, GridRow } from '../../../ui/lists/grid.tsx'
import type { ReadEnvironment } from '../comparison/comparison.ts'
import type { KeySort, SortColumn } from '../store/arrangement.ts'
import type { Selection } from '../store/selection.ts'
import { allOrNone } from '../store/selection.ts'
import { ComparisonStripHead } from './sign-strip.tsx'

interface Props {
  /** All keys that are shown, folded ones included. */
  keys: readonly string[]
  sort: KeySort
  onSort: (sort: KeySort) => void
  selection: Selection
  onSelection: (selection: Selection) => void
  /** The environments that have a column of signs. */
  strip: readonly ReadEnvironment[]
}

export function TableHead({ keys, sort, onSort, selection, onSelection, strip }: Props) {
  const sorting = { sort, onSort }
  return (
    <GridBody className="sticky top-[calc(var(--bar)+var(--tools))] z-10 max-md:hidden">
      <GridRow
        aria-rowindex={1}
        data-head=""
        className="variables-line !min-h-9 border-t bg-surface font-medium text-ink-3"
      >
        <GridColumnHead className="cell-box">
          <input
            type="checkbox"
            aria-label="Select all"
            checked={keys.every((key) => selection.keys.has(key))}
            ref={(box) => {
              if (box) box.indeterminate = selection.keys.size > 0 && !box.checked
            }}
            onChange={() => onSelection(allOrNone(selection, keys))}
            className="size-4 accent-accent"
          />
        </GridColumnHead>
        <SortedHead column="key" {...sorting} className="cell-key">
          Key
        </SortedHead>
        <GridColumnHead className="cell-value">Value</GridColumnHead>
        <GridColumnHead className="cell-note">Note</GridColumnHead>
        <SortedHead column="changed" {...sorting} className="cell-changed">
          Changed
        </SortedHead>
        <SortedHead column="elsewhere" {...sorting} className="cell-elsewhere">
          In other environments
        </SortedHead>
        {strip.length > 0 && <ComparisonStripHead environments={strip} />}
        <GridColumnHead className="cell-actions">
          <span className="sr-only">Actions</span>
        </GridColumnHead>
      </GridRow>
    </GridBody>
  )
}

interface SortedHeadProps {
  column: SortColumn
  sort: KeySort
  onSort: (sort: KeySort) => void
  className: string
  children: string
}

/** A press sorts by the column, the next one the other way round. */
function SortedHead({ column, sort, onSort, className, children }: SortedHeadProps) {
  const isSorted = sort.by === column
  // Times begin with the newest, and signs with the weightiest.
  const isAscending = (column === 'key') !== sort.isReversed
  const Arrow = isAscending ? ArrowUp : ArrowDown
  return (
    <GridColumnHead
      aria-sort={isSorted ? (isAscending ? 'ascending' : 'descending') : 'none'}
      className={className}
    >
      <button
        type="button"
        data-native-keys=""
        onClick={() => onSort({ by: column, isReversed: isSorted && !sort.isReversed })}
        className={cn('flex h-7 items-center gap-1 rounded-md hover:text-ink', isSorted && 'text-ink')}
      >
        {children}
        {isSorted && <Arrow aria-hidden="true" className="size-3.5" />}
      </button>
    </GridColumnHead>
  )
}
