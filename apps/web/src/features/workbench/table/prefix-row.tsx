import { cn } from '../../../ui/class-names.ts'
import { GridCell, GridRow, GridRowHead } from '../../../ui/lists/grid.tsx'
import { weightiestSummary } from '../comparison/comparison.ts'
import type { KeyChange, KeyChanges } from '../data/key-changes.ts'
import { FoldChevron, foldTitle } from '../rows/fold-chevron.tsx'
import type { KeyFacts } from './arrange-keys.ts'
import { ChangedCell } from './changed-cell.tsx'
import { OtherEnvironmentsCell } from './elsewhere-cell.tsx'
import { RowBox } from './row-box.tsx'

interface Props {
  prefix: string
  keys: readonly string[]
  isFolded: boolean
  index: number
  /** The focused row. */
  active: boolean
  selection: ReadonlySet<string>
  facts: KeyFacts
  onFold: (all: boolean) => void
  onSelect: (row: number, range: boolean) => void
}

const newestChange = (keys: readonly string[], { byKey }: KeyChanges): KeyChange | undefined => {
  let newest: KeyChange | undefined
  for (const key of keys) {
    const change = byKey.get(key)
    if (change && (!newest || change.at > newest.at)) newest = change
  }
  return newest
}

/** The first word of several variables. While they are folded away, its row says what theirs would. */
export function PrefixRow({ prefix, keys, isFolded, index, active, selection, facts, ...on }: Props) {
  const selected = keys.filter((key) => selection.has(key)).length
  const { changes, signs } = facts
  const change = isFolded && changes ? newestChange(keys, changes) : undefined
  const isSelected = selected === keys.length
  return (
    <GridRow
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      data-prefix=""
      className={cn('variables-line', isSelected && 'bg-accent-soft/60')}
    >
      <RowBox
        label={`Select all ${keys.length} of ${prefix}`}
        checked={isSelected}
        isPartial={selected > 0 && !isSelected}
        onChange={(range) => on.onSelect(index, range)}
      />
      <GridRowHead className="cell-key">
        <button
          type="button"
          aria-expanded={!isFolded}
          title={foldTitle(isFolded)}
          tabIndex={active ? 0 : -1}
          data-row={index}
          data-column={0}
          onClick={(event) => on.onFold(event.altKey)}
          className="-ml-1 flex h-[calc(var(--row)-1px)] w-full items-center gap-2 rounded-md pl-1 text-left focus-visible:-outline-offset-2 max-md:h-[43px]"
        >
          <FoldChevron isFolded={isFolded} />
          <span className="truncate font-mono font-medium text-ink">{prefix}</span>
          <span className="text-ink-3 tabular-nums">{keys.length}</span>
        </button>
      </GridRowHead>
      <GridCell className="cell-value" />
      <GridCell className="cell-note" />
      <ChangedCell change={change} before={isFolded && !change ? changes?.before : undefined} />
      <OtherEnvironmentsCell
        sign={isFolded ? weightiestSummary(keys.map((key) => signs.get(key))) : undefined}
      />
      <GridCell className="cell-actions" />
    </GridRow>
  )
}
