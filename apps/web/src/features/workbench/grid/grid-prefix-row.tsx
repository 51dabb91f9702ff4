import { TriangleAlert } from 'lucide-react'
import { cn } from '../../../ui/class-names.ts'
import { GridRow, GridRowHead } from '../../../ui/lists/grid.tsx'
import type { KeyRow } from '../comparison/key-rows.ts'
import { FoldChevron, foldTitle } from '../rows/fold-chevron.tsx'

interface Props {
  prefix: string
  /** The rows of its keys. */
  rows: readonly KeyRow[]
  isFolded: boolean
  index: number
  /** The focused row. */
  active: boolean
  stacked: boolean
  onFold: (all: boolean) => void
}

/** What is folded away and must not be missed. */
function Hidden({ rows }: { rows: readonly KeyRow[] }) {
  const drafts = rows.flatMap(({ cells }) => cells.filter(({ edit }) => edit)).length
  const toCheck = rows.filter(({ isToCheck }) => isToCheck).length
  return (
    <span className="ml-auto flex shrink-0 items-center gap-2 font-medium">
      {drafts > 0 && (
        <span className="text-accent">
          {drafts} {drafts === 1 ? 'draft' : 'drafts'}
        </span>
      )}
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

/** The first word of several keys. While they are folded away, it says what their cells would. */
export function GridPrefixRow({ prefix, rows, isFolded, index, active, stacked, onFold }: Props) {
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
        <button
          type="button"
          aria-expanded={!isFolded}
          title={foldTitle(isFolded)}
          tabIndex={active ? 0 : -1}
          data-row={index}
          data-column={0}
          onClick={(event) => onFold(event.altKey)}
          className={cn(
            'flex w-full scroll-mt-9 items-center gap-2 pr-3 pl-(--gutter) text-left focus-visible:-outline-offset-2',
            stacked ? 'h-11' : 'h-[39px]',
          )}
        >
          <FoldChevron isFolded={isFolded} />
          <span className="truncate font-medium text-ink">{prefix}</span>
          <span className="text-ink-3 tabular-nums">{rows.length}</span>
          {isFolded && <Hidden rows={rows} />}
        </button>
      </GridRowHead>
    </GridRow>
  )
}
