import { ChevronRight, TriangleAlert } from 'lucide-react'
import { cn } from '../../../ui/class-names.ts'
import { GridCell, GridRow, GridRowHead } from '../../../ui/lists/table.tsx'
import { formatCount } from '../../../ui/text/format.ts'
import type { KeyOrPrefix } from '../arrangement/fold-keys.ts'
import { weightiestSummary } from '../comparison/comparison.ts'
import type { KeyChange, KeyChanges } from '../data/variable-queries.ts'
import { activeRow } from '../store/cells.ts'
import { useActions, useWorkbench } from '../store/workbench-store.ts'
import { useGridShape } from './grid-shape.ts'
import { ChangedCell, OtherEnvironmentsCell, RowBox } from './table-cells.tsx'

interface Props {
  line: Extract<KeyOrPrefix, { kind: 'prefix' }>
  index: number
}

/** The first words of several keys. While they are folded away, it says what their rows would. */
export function PrefixLine({ line, index }: Props) {
  const { layout, isPhone: stacked } = useGridShape()
  if (layout === 'table') return <TablePrefix line={line} index={index} />
  return (
    <GridRow
      aria-rowindex={index + 2}
      className={cn('border-b', stacked ? 'block' : 'grid grid-cols-(--grid-columns)')}
    >
      <GridRowHead
        aria-colindex={1}
        className={cn(
          'font-mono text-small',
          !stacked && 'sticky left-0 z-20 col-start-1 bg-surface shadow-[1px_0_0_var(--color-line-strong)]',
        )}
      >
        <FoldButton
          line={line}
          index={index}
          className={cn('scroll-mt-9 pr-3 pl-(--gutter)', stacked ? 'h-11' : 'h-[39px]')}
        />
      </GridRowHead>
    </GridRow>
  )
}

function FoldButton({ line, index, className }: Props & { className: string }) {
  const { prefix, keys, isFolded } = line
  const { fold } = useActions()
  const active = useWorkbench((state) => activeRow(state) === index)
  return (
    <button
      type="button"
      aria-expanded={!isFolded}
      title={`${isFolded ? 'Unfold' : 'Fold'}; all of them with Alt`}
      tabIndex={active ? 0 : -1}
      data-row={index}
      data-column={0}
      onClick={(event) => fold(prefix, event.altKey)}
      className={cn('flex w-full items-center gap-2 text-left focus-visible:-outline-offset-2', className)}
    >
      <ChevronRight
        aria-hidden="true"
        className={cn('size-4 shrink-0 text-ink-3 transition-transform', !isFolded && 'rotate-90')}
      />
      <span className="truncate font-mono font-medium text-ink">{prefix}</span>
      <span className="text-ink-3 tabular-nums">{keys.length}</span>
      {isFolded && <FoldedAway keys={keys} />}
    </button>
  )
}

/** What is folded away and must not be missed. */
function FoldedAway({ keys }: { keys: readonly string[] }) {
  const rows = useWorkbench((state) => state.rows)
  const folded = keys.flatMap((key) => rows.get(key) ?? [])
  const drafts = folded.flatMap(({ cells }) => cells.filter(({ edit }) => edit)).length
  const toCheck = folded.filter(({ isToCheck }) => isToCheck).length
  return (
    <span className="ml-auto flex shrink-0 items-center gap-2 font-medium">
      {drafts > 0 && <span className="text-accent">{formatCount(drafts, 'draft')}</span>}
      {toCheck > 0 && (
        <span className="flex items-center gap-1 text-warn">
          <TriangleAlert aria-hidden="true" className="size-4" />
          {toCheck}
          <span className="sr-only"> to check</span>
        </span>
      )}
    </span>
  )
}

const newestChange = (keys: readonly string[], { byKey }: KeyChanges): KeyChange | undefined => {
  let newest: KeyChange | undefined
  for (const key of keys) {
    const change = byKey.get(key)
    if (change && (!newest || change.at > newest.at)) newest = change
  }
  return newest
}

function TablePrefix({ line, index }: Props) {
  const { prefix, keys, isFolded } = line
  const { changes, comparisons } = useWorkbench((state) => state.facts)
  const selection = useWorkbench((state) => state.selection.keys)
  const selected = keys.filter((key) => selection.has(key)).length
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
        index={index}
      />
      <GridRowHead className="cell-key">
        <FoldButton
          line={line}
          index={index}
          className="-ml-1 h-[calc(var(--row)-1px)] rounded-md pl-1 max-md:h-[43px]"
        />
      </GridRowHead>
      <GridCell className="cell-value" />
      <GridCell className="cell-note" />
      <ChangedCell change={change} before={isFolded && !change ? changes?.before : undefined} />
      <OtherEnvironmentsCell
        comparison={isFolded ? weightiestSummary(keys.map((key) => comparisons.get(key))) : undefined}
      />
      <GridCell className="cell-actions" />
    </GridRow>
  )
}
