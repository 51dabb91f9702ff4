import { memo } from 'react'
import { cn } from '../../../ui/class-names.ts'
import { GridRow, GridRowHead } from '../../../ui/lists/grid.tsx'
import { useMedia } from '../../../ui/use-media.ts'
import type { GridColumn, GridColumns } from '../columns/grid-columns.ts'
import type { KeyRow as Row } from '../comparison/key-rows.ts'
import { HighlightMatch } from '../parts/highlight-match.tsx'
import type { CellActions, Editing } from './cell-props.ts'
import { VariablesGridCell } from './variables-grid-cell.tsx'

/** A column in view, and where it is in the list of all columns. */
export interface RenderedColumn {
  readonly column: GridColumn
  readonly index: number
  /** Of a column that stays in view. */
  readonly stickyLeft: number | undefined
}

interface Props {
  row: Row
  /** The first word, which a row above names; empty if it has no such row. */
  prefix: string
  index: number
  columns: GridColumns
  rendered: readonly RenderedColumn[]
  search: string
  canWrite: boolean
  stacked: boolean
  /** The focused column, if it is in this row. */
  activeColumn: number | undefined
  /** Environments whose cell is shown, was copied, is edited. */
  shownIn: number | undefined
  copiedIn: number | undefined
  editingIn: number | undefined
  editing: Editing | undefined
  actions: CellActions
}

/** The cell that may have the focus stays mounted when it is scrolled away. */
function withActive(
  rendered: readonly RenderedColumn[],
  { list }: GridColumns,
  activeColumn = 0,
): readonly RenderedColumn[] {
  const index = activeColumn - 1
  const column = list[index]
  if (!column || rendered.some((each) => each.index === index)) return rendered
  const active = { column, index, stickyLeft: undefined }
  return [...rendered, active].sort((a, b) => a.index - b.index)
}

/** Memoised: its props stay the same while other rows change. */
export const VariablesGridRow = memo(function VariablesGridRow({
  row,
  prefix,
  index,
  columns,
  rendered,
  stacked,
  ...rest
}: Props) {
  const { search, activeColumn, shownIn, copiedIn, editingIn, editing } = rest
  const touched = useMedia('(pointer: coarse)')
  return (
    <GridRow
      aria-rowindex={index + 2}
      className={cn('grid border-b', stacked ? 'grid-cols-2' : 'grid-cols-(--grid-columns)')}
    >
      <GridRowHead
        title={row.key}
        aria-colindex={1}
        tabIndex={activeColumn === 0 ? 0 : -1}
        data-row={index}
        data-column={0}
        className={cn(
          'truncate font-mono text-small text-ink focus-visible:-outline-offset-2',
          stacked
            ? 'col-span-2 px-(--gutter) pt-2.5'
            : 'sticky left-0 z-20 col-start-1 scroll-mt-9 self-stretch bg-surface py-[9.5px] pr-3 shadow-[1px_0_0_var(--color-line-strong)]',
          !stacked && (prefix === '' ? 'pl-(--gutter)' : 'pl-[calc(var(--gutter)+1.5rem)]'),
        )}
      >
        {prefix === '' ? (
          <HighlightMatch text={row.key} search={search} />
        ) : (
          <>
            <span className="text-ink-3">{prefix}</span>
            {row.key.slice(prefix.length)}
          </>
        )}
      </GridRowHead>
      {withActive(rendered, columns, activeColumn).map(({ column, index: at, stickyLeft }, nth, all) => (
        <VariablesGridCell
          key={column.id}
          columns={columns}
          environment={column}
          keyRow={row}
          row={index}
          column={at + 1}
          isPlaced={stickyLeft !== undefined || all[nth - 1]?.index !== at - 1}
          stickyLeft={stickyLeft}
          canWrite={rest.canWrite}
          stacked={stacked}
          active={activeColumn === at + 1}
          touched={touched}
          shown={shownIn === column.id}
          copied={copiedIn === column.id}
          editing={editingIn === column.id ? editing : undefined}
          actions={rest.actions}
        />
      ))}
    </GridRow>
  )
})
