import { ArrowDown, ArrowUp } from 'lucide-react'
import { cn } from '../../../ui/class-names.ts'
import { GridBody, GridColumnHead, GridRow } from '../../../ui/lists/table.tsx'
import type { SortColumn } from '../arrangement/arrangement.ts'
import { useActions, useParts, useWorkbench } from '../store/workbench-store.ts'
import { useGridShape } from './grid-shape.ts'
import { ComparisonStripHead } from './table-cells.tsx'

export function TableHead() {
  const { strip } = useGridShape()
  return (
    <GridBody className="sticky top-[calc(var(--bar)+var(--tools))] z-10 max-md:hidden">
      <GridRow
        aria-rowindex={1}
        data-head=""
        className="variables-line !min-h-9 border-t bg-surface font-medium text-ink-3"
      >
        <GridColumnHead className="cell-box">
          <SelectAll />
        </GridColumnHead>
        <SortedHead column="key" className="cell-key">
          Key
        </SortedHead>
        <GridColumnHead className="cell-value">Value</GridColumnHead>
        <GridColumnHead className="cell-note">Note</GridColumnHead>
        <SortedHead column="changed" className="cell-changed">
          Changed
        </SortedHead>
        <SortedHead column="elsewhere" className="cell-others">
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

function SelectAll() {
  const { selectAll } = useActions()
  const { keys, selection } = useParts('keys', 'selection')
  return (
    <input
      type="checkbox"
      aria-label="Select all"
      checked={keys.every((key) => selection.keys.has(key))}
      ref={(box) => {
        if (box) box.indeterminate = selection.keys.size > 0 && !box.checked
      }}
      onChange={selectAll}
      className="size-4 accent-accent"
    />
  )
}

interface Props {
  column: SortColumn
  className: string
  children: string
}

/** A press sorts by the column, the next one the other way round. */
function SortedHead({ column, className, children }: Props) {
  const { sort: setSort } = useActions()
  const sort = useWorkbench(({ arrangement }) => arrangement.sort)
  const isSorted = sort.by === column
  // Times begin with the newest, and comparisons with the weightiest.
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
        onClick={() => setSort({ by: column, isReversed: isSorted && !sort.isReversed })}
        className={cn('flex h-7 items-center gap-1 rounded-md hover:text-ink', isSorted && 'text-ink')}
      >
        {children}
        {isSorted && <Arrow aria-hidden="true" className="size-3.5" />}
      </button>
    </GridColumnHead>
  )
}
