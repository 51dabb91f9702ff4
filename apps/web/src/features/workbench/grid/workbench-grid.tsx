import type { CSSProperties } from 'react'
import {
  memo,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useTransition,
} from 'react'
import { cn } from '../../../ui/class-names.ts'
import { deferred } from '../../../ui/deferred.tsx'
import { Grid } from '../../../ui/lists/table.tsx'
import { useMedia } from '../../../ui/use-media.ts'
import { firstKeyRow } from '../store/cells.ts'
import type { WorkbenchState } from '../store/state.ts'
import { useActions, useWorkbench, useWorkbenchStore } from '../store/workbench-store.ts'
import { ColumnHeads, PairHead } from './grid-head.tsx'
import { PrefixLine } from './prefix-line.tsx'
import { useStrip } from './table-cells.tsx'
import { TableHead } from './table-head.tsx'
import { TableLine } from './table-line.tsx'
import { useColumnFocus } from './use-column-focus.ts'
import { type RenderedColumn, useColumnWindow, useKeyLength } from './use-column-window.ts'
import { activeRow, useHideRevealed } from './use-grid-focus.ts'
import { useKeyboard } from './use-keyboard.ts'
import { useLongPress } from './use-long-press.ts'
import { ValuesLine } from './values-line.tsx'
import { ContainerRows, type RowsHandle, WindowRows } from './virtual-rows.tsx'
import './table-lines.css'
import './table-narrow.css'

const ComparisonPanel = deferred(async () => (await import('./comparison-panel.tsx')).ComparisonPanel)

const labelOf = ({ layout, environment, columns }: WorkbenchState) => {
  if (layout === 'table') return `Variables of ${environment.name}`
  return layout === 'grid' ? 'Variables across environments' : columns.names.join(' beside ')
}

/** Names and heights of the rows: kept until the rows change, as each new one measures all of them again. */
function useRows(scrollsItself: boolean) {
  const lines = useWorkbench((state) => state.lines)
  const isPhone = useWorkbench((state) => state.isPhone)
  const isFlat = useMedia('(width >= 64rem)') || scrollsItself
  return useMemo(() => {
    const prefixHeight = isPhone ? 44 : 40
    return {
      count: lines.length,
      rowKey: (index: number) => {
        const line = lines[index]
        return line?.kind === 'prefix' ? `${line.prefix}*` : (line?.key ?? '')
      },
      estimate: (index: number) => {
        if (isFlat) return 40
        return lines[index]?.kind === 'key' ? 56 : prefixHeight
      },
    }
  }, [lines, isFlat, isPhone])
}

/** The variables of one environment, or of several side by side: found, revealed, copied and edited by keyboard, too. */
export function WorkbenchGrid() {
  const { read } = useWorkbenchStore()
  const isTable = useWorkbench(({ layout }) => layout === 'table')
  const isPhone = useWorkbench((state) => state.isPhone)
  const label = useWorkbench(labelOf)
  const keep = useWorkbench(activeRow)
  const columnCount = useWorkbench(({ columns }) => columns.list.length)
  const [listed, setListed] = useState<{ key: string; anchor: HTMLElement }>()
  const grid = useRef<HTMLDivElement>(null)
  const handle = useRef<RowsHandle>(null)
  const scrollsItself = !isTable && !isPhone
  // The scroll container exists only after mounting. Rendering its rows then may be interrupted by input.
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const [, startRendering] = useTransition()
  useEffect(() => startRendering(() => setScroller(grid.current)), [])
  const { layout, rendered } = useColumnWindow(scrollsItself ? scroller : null)
  const focusHead = useColumnFocus(grid, layout)
  const { focus, on } = useKeyboard({ grid, handle }, focusHead)
  const { select } = useActions()
  const longPress = useLongPress((row) => select(row, false))
  const tableProps = useTableProps()
  useHideRevealed()

  const latestFocus = useRef(focus)
  useLayoutEffect(() => {
    latestFocus.current = focus
  })
  const focusCell = useCallback((row: number, column: number) => latestFocus.current({ row, column }), [])
  const list = useCallback((key: string, anchor: HTMLElement) => setListed({ key, anchor }), [])
  const renderLine = useCallback(
    (index: number) => <Line index={index} rendered={rendered} onFocus={focusCell} onList={list} />,
    [rendered, focusCell, list],
  )
  const rowList = { ...useRows(scrollsItself), keep, handle }
  const measures = {
    '--grid-columns': layout.template,
    '--grid-sticky': `${layout.stickyWidth}px`,
    '--grid-width': `${layout.totalWidth}px`,
  } as CSSProperties
  return (
    <>
      <Grid
        ref={grid}
        aria-label={label}
        aria-rowcount={rowList.count + 1}
        {...on}
        {...(isTable ? { ...tableProps, ...longPress } : { 'aria-colcount': columnCount + 1 })}
        {...(scrollsItself && { style: measures })}
        className={cn(
          'bg-surface',
          isTable && 'variables-table max-md:border-t',
          !isTable && isPhone && 'border-t',
          scrollsItself &&
            'isolate max-h-[calc(100dvh-var(--bar)-var(--tools)-2rem)] min-h-32 overflow-auto overscroll-x-contain [&>*]:min-w-(--grid-width)',
        )}
      >
        {isTable && <TableHead />}
        {!isTable && isPhone && <PairHead />}
        {scrollsItself && (
          <ColumnHeads
            rendered={rendered}
            onHead={focusHead}
            onCells={(column) => focus({ row: firstKeyRow(read()), column })}
          />
        )}
        {scrollsItself ? (
          scroller && (
            <ContainerRows list={rowList} scroller={scroller}>
              {renderLine}
            </ContainerRows>
          )
        ) : (
          <WindowRows list={rowList}>{renderLine}</WindowRows>
        )}
      </Grid>
      {/* Outside the grid, whose keys are not the panel's. */}
      {listed && (
        <ComparisonPanel name={listed.key} anchor={listed.anchor} onClose={() => setListed(undefined)} />
      )}
    </>
  )
}

/** What the table's style sheets depend on. */
function useTableProps() {
  const isSingle = useWorkbench(({ environments }) => environments.length < 2)
  const isSelecting = useWorkbench(({ selection }) => selection.keys.size > 0)
  const strip = useStrip().length
  const style = { '--strip': strip, '--key-length': useKeyLength() } as CSSProperties
  return {
    'aria-multiselectable': true,
    'data-single': isSingle ? '' : undefined,
    'data-strip': strip > 0 ? '' : undefined,
    'data-selecting': isSelecting ? '' : undefined,
    style,
  }
}

interface LineProps {
  index: number
  rendered: readonly RenderedColumn[]
  onFocus: (row: number, column: number) => void
  onList: (key: string, anchor: HTMLElement) => void
}

/** Memoised: the rows are placed anew with each move of the focus. */
const Line = memo(function Line({ index, rendered, onFocus, onList }: LineProps) {
  const line = useWorkbench(({ lines }) => lines[index])
  const isTable = useWorkbench(({ layout }) => layout === 'table')
  if (!line) return null
  if (line.kind === 'prefix') return <PrefixLine line={line} index={index} />
  if (isTable) return <TableLine line={line} index={index} onList={onList} />
  return <ValuesLine line={line} index={index} rendered={rendered} onFocus={onFocus} />
})
