import type { CSSProperties } from 'react'
import { useEffect, useRef, useState, useTransition } from 'react'
import { cn } from '../../../ui/class-names.ts'
import { Grid } from '../../../ui/lists/grid.tsx'
import type { RowsHandle } from '../rows/rendered-rows.tsx'
import { useStableCallback } from '../rows/use-stable-callback.ts'
import { VirtualRows } from '../rows/virtual-rows.tsx'
import type { Editing } from './cell-props.ts'
import type { ColumnActions } from './column-actions.ts'
import { ContainerRows } from './container-rows.tsx'
import { GridHead, PairHead } from './grid-head.tsx'
import { GridPrefixRow } from './grid-prefix-row.tsx'
import type { CellName, GridState } from './grid-state.ts'
import { environmentIn } from './use-cell-actions.ts'
import { useColumnFocus } from './use-column-focus.ts'
import { useColumnWindow } from './use-column-window.ts'
import { firstKeyRow } from './use-folded-rows.ts'
import { useGridKeyboard } from './use-grid-keyboard.ts'
import { VariablesGridRow } from './variables-grid-row.tsx'

interface Props extends GridState {
  search: string
  /** Cells are below their key instead of beside it. */
  stacked: boolean
  editing: (CellName & Editing) | undefined
  columnActions: ColumnActions
}

export function VariablesGrid({ search, stacked, editing, columnActions, ...state }: Props) {
  const { folded, columns, canWrite } = state
  const { lines, rows, byKey } = folded
  const grid = useRef<HTMLDivElement>(null)
  // The scroll container exists only after mounting. Rendering its rows then may be interrupted by input.
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const [, startRendering] = useTransition()
  useEffect(() => startRendering(() => setScroller(grid.current)), [])
  const handle = useRef<RowsHandle>(null)
  const { layout, rendered } = useColumnWindow(columns.list, scroller, stacked)
  const onHead = useStableCallback((id: number) => focusHead(id))
  const { at, focus, revealed, copied, actions, on } = useGridKeyboard({ grid, handle }, state, onHead)
  const focusHead = useColumnFocus({ grid, columns: columns.list, layout, at, setAt: focus.setAt })

  const renderRow = (index: number) => {
    const [line, row] = [lines[index], rows[index]]
    if (line?.kind === 'prefix')
      return (
        <GridPrefixRow
          prefix={line.prefix}
          rows={line.keys.flatMap((key) => byKey.get(key) ?? [])}
          isFolded={line.isFolded}
          index={index}
          active={at.row === index}
          stacked={stacked}
          onFold={(all) => folded.toggle(line.prefix, all)}
        />
      )
    if (!line || !row) return null
    const edited = editing?.key === row.key ? editing : undefined
    return (
      <VariablesGridRow
        row={row}
        prefix={line.prefix}
        index={index}
        columns={columns}
        rendered={rendered}
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
    count: lines.length,
    rowKey: (index: number) => rows[index]?.key ?? `${lines[index]?.prefix}*`,
    keep: at.row,
    handle,
  }
  const measures = {
    '--grid-columns': layout.template,
    '--grid-sticky': `${layout.stickyWidth}px`,
    '--grid-width': `${layout.totalWidth}px`,
  } as CSSProperties
  return (
    <Grid
      ref={grid}
      aria-label="Variables across environments"
      aria-rowcount={lines.length + 1}
      aria-colcount={columns.list.length + 1}
      {...on}
      style={stacked ? undefined : measures}
      className={cn(
        'bg-surface',
        stacked
          ? 'border-t'
          : 'isolate max-h-[calc(100dvh-var(--bar)-var(--tools)-2rem)] min-h-32 overflow-auto overscroll-x-contain [&>*]:min-w-(--grid-width)',
      )}
    >
      {stacked ? (
        <>
          <PairHead columns={columns} />
          <VirtualRows {...list}>{renderRow}</VirtualRows>
        </>
      ) : (
        <>
          <GridHead
            columns={columns}
            rendered={rendered}
            actions={columnActions}
            onHead={onHead}
            onCells={(column) => focus.focus({ row: firstKeyRow(lines), column })}
          />
          {scroller && (
            <ContainerRows {...list} scroller={scroller}>
              {renderRow}
            </ContainerRows>
          )}
        </>
      )}
    </Grid>
  )
}
