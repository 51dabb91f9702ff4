import { useLayoutEffect, useRef, useState } from 'react'
import { cn } from '../../../ui/class-names.ts'
import { Grid } from '../../../ui/grid.tsx'
import type { RowsHandle } from '../rows/rendered-rows.tsx'
import { VirtualRows } from '../rows/virtual-rows.tsx'
import { ContainerRows } from './container-rows.tsx'
import { GridHead } from './grid-head.tsx'
import type { CellName, GridState } from './grid-state.ts'
import { environmentIn } from './use-cell-actions.ts'
import { useGridKeyboard } from './use-grid-keyboard.ts'
import type { Editing } from './variables-grid-cell.tsx'
import { VariablesGridRow } from './variables-grid-row.tsx'

interface Props extends GridState {
  search: string
  /** Cells are stacked instead of side by side. */
  stacked: boolean
  editing: (CellName & Editing) | undefined
}

export function VariablesGrid({ search, stacked, editing, ...state }: Props) {
  const { rows, environments, canWrite } = state
  const grid = useRef<HTMLDivElement>(null)
  // The scroll container exists only after mounting; the rows render then.
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  useLayoutEffect(() => setScroller(grid.current), [])
  const handle = useRef<RowsHandle>(null)
  const { at, revealed, copied, actions, ...on } = useGridKeyboard({ grid, handle }, state)

  const renderRow = (index: number) => {
    const row = rows[index]
    if (!row) return null
    const edited = editing?.key === row.key ? editing : undefined
    return (
      <VariablesGridRow
        row={row}
        index={index}
        environments={environments}
        search={search}
        canWrite={canWrite}
        stacked={stacked}
        activeColumn={at.row === index ? at.column : undefined}
        shownIn={environmentIn(revealed, row.key)}
        copiedIn={environmentIn(copied, row.key)}
        editingIn={edited?.id}
        editing={edited}
        actions={actions}
      />
    )
  }
  const list = {
    count: rows.length,
    rowKey: (index: number) => rows[index]?.key ?? '',
    keep: at.row,
    handle,
  }
  return (
    <Grid
      ref={grid}
      aria-label="Variables across environments"
      aria-rowcount={rows.length + 1}
      aria-colcount={environments.list.length + 1}
      {...on}
      className={cn(
        'rounded-lg border bg-surface [&>:last-child>:last-child>[role=row]]:border-b-0',
        !stacked && 'isolate max-h-[calc(100dvh-7rem)] min-h-32 overflow-auto [&>*]:min-w-fit',
      )}
    >
      <GridHead environments={environments} stacked={stacked} />
      {stacked ? (
        <VirtualRows {...list}>{renderRow}</VirtualRows>
      ) : (
        scroller && (
          <ContainerRows {...list} scroller={scroller}>
            {renderRow}
          </ContainerRows>
        )
      )}
    </Grid>
  )
}
