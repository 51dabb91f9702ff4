import { ChevronRight, TriangleAlert } from 'lucide-react'
import { cn } from '../../../ui/class-names.ts'
import { GridRow, GridRowHead } from '../../../ui/lists/table.tsx'
import { formatCount } from '../../../ui/text/format.ts'
import type { KeyOrPrefix } from '../arrangement/fold-keys.ts'
import { activeRow } from '../store/cells.ts'
import { useActions, useWorkbench } from '../store/workbench-store.ts'
import { useGridShape } from './grid-shape.ts'

interface Props {
  line: Extract<KeyOrPrefix, { kind: 'prefix' }>
  index: number
}

/** The first words of several keys, above rows of values. */
export function PrefixLine({ line, index }: Props) {
  const { isPhone: stacked } = useGridShape()
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

/** Folds the keys of a prefix away. It then says of them what must not be missed. */
export function FoldButton({ line, index, className }: Props & { className: string }) {
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
