import {
  type CSSProperties,
  memo,
  type PointerEvent,
  useCallback,
  useDeferredValue,
  useEffect,
  useRef,
  useState,
} from 'react'
import { cn } from '../../../ui/class-names.ts'
import { deferred } from '../../../ui/deferred.tsx'
import { Grid } from '../../../ui/lists/table.tsx'
import { useActions, useWorkbench, useWorkbenchStore } from '../store/workbench-store.ts'
import { ColumnHeads, PairHead } from './grid-head.tsx'
import { GridShapeContext, labelOf, SearchContext, useGridShape, useShape } from './grid-shape.ts'
import { PrefixLine } from './prefix-line.tsx'
import { TableHead } from './table-cells.tsx'
import { TableLine } from './table-line.tsx'
import { type RenderedColumn, useColumnFocus, useColumnWindow, useKeyLength } from './use-column-window.ts'
import { useHideRevealed, useKeyboard, useWantedKey } from './use-keyboard.ts'
import { ValuesLine } from './values-line.tsx'
import { ContainerRows, WindowRows } from './virtual-rows.tsx'
import './table-lines.css'
import './table-narrow.css'

const ComparisonPanel = deferred(async () => (await import('./comparison-panel.tsx')).ComparisonPanel)

/** The variables of one environment, or of several side by side: found, revealed, copied and edited by keyboard, too. */
export function WorkbenchGrid() {
  const shape = useShape()
  const isTable = shape.layout === 'table'
  const scrollsItself = !isTable && !shape.isPhone
  const search = useDeferredValue(useWorkbench((state) => state.search))
  const count = useWorkbench(({ lines }) => lines.length)
  const listed = useWorkbench((state) => state.listed)
  const [grid, setGrid] = useState<HTMLElement | null>(null)
  const { layout, rendered } = useColumnWindow(scrollsItself ? grid : null)
  const keys = useKeyboard()
  const tableProps = useTableProps(shape.strip.length)
  const renderLine = useCallback((index: number) => <Line index={index} rendered={rendered} />, [rendered])
  useColumnFocus(grid, layout)
  useWantedKey()
  useHideRevealed()
  const { update } = useWorkbenchStore()
  // What was requested of a grid is not requested of the next one.
  useEffect(() => () => update({ listed: undefined, head: undefined }), [update])

  const measures = {
    '--grid-columns': layout.template,
    '--grid-sticky': `${layout.stickyWidth}px`,
    '--grid-width': `${layout.totalWidth}px`,
  } as CSSProperties
  return (
    <GridShapeContext value={shape}>
      <Grid
        ref={setGrid}
        aria-label={labelOf(shape)}
        aria-rowcount={count + 1}
        {...keys}
        {...(isTable ? tableProps : { 'aria-colcount': shape.columns.list.length + 1 })}
        {...(scrollsItself && { style: measures })}
        className={cn(
          'bg-surface',
          isTable && 'variables-table max-md:border-t',
          !isTable && shape.isPhone && 'border-t',
          scrollsItself &&
            'isolate max-h-[calc(100dvh-var(--bar)-var(--tools)-2rem)] min-h-32 overflow-auto overscroll-x-contain [&>*]:min-w-(--grid-width)',
        )}
      >
        {isTable && <TableHead />}
        {!isTable && shape.isPhone && <PairHead />}
        {scrollsItself && <ColumnHeads rendered={rendered} />}
        <SearchContext value={search}>
          {!scrollsItself && <WindowRows>{renderLine}</WindowRows>}
          {scrollsItself && grid && <ContainerRows scroller={grid}>{renderLine}</ContainerRows>}
        </SearchContext>
      </Grid>
      {/* Outside the grid, whose keys are not the panel's. */}
      {listed && <ComparisonPanel listed={listed} />}
    </GridShapeContext>
  )
}

/** What the table's style sheets depend on, and what a finger does to it. */
function useTableProps(strip: number) {
  const { select } = useActions()
  const isSingle = useWorkbench(({ environments }) => environments.length < 2)
  const isSelecting = useWorkbench(({ selection }) => selection.keys.size > 0)
  return {
    'aria-multiselectable': true,
    'data-single': isSingle ? '' : undefined,
    'data-strip': strip > 0 ? '' : undefined,
    'data-selecting': isSelecting ? '' : undefined,
    style: { '--strip': strip, '--key-length': useKeyLength() } as CSSProperties,
    ...useLongPress((row) => select(row, false)),
  }
}

/** Memoised: the rows are placed anew with each move of the focus. */
const Line = memo(function Line({ index, rendered }: { index: number; rendered: readonly RenderedColumn[] }) {
  const line = useWorkbench(({ lines }) => lines[index])
  const { layout } = useGridShape()
  if (!line) return null
  if (layout === 'table') return <TableLine line={line} index={index} />
  if (line.kind === 'prefix') return <PrefixLine line={line} index={index} />
  return <ValuesLine line={line} index={index} rendered={rendered} />
})

const longMs = 500
const maxMovePx = 10

/** Calls `onPress` with the row under a finger that stays; its release then presses nothing. */
function useLongPress(onPress: (row: number) => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const start = useRef({ x: 0, y: 0 })
  const isLong = useRef(false)
  const stop = () => clearTimeout(timer.current)
  useEffect(() => () => clearTimeout(timer.current), [])
  return {
    onPointerDown: ({ pointerType, clientX, clientY, target }: PointerEvent) => {
      stop()
      isLong.current = false
      const row = target instanceof Element && target.closest<HTMLElement>('[data-row]')?.dataset.row
      if (pointerType !== 'touch' || !row) return
      start.current = { x: clientX, y: clientY }
      timer.current = setTimeout(() => {
        isLong.current = true
        onPress(Number(row))
      }, longMs)
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      if (Math.hypot(clientX - start.current.x, clientY - start.current.y) > maxMovePx) stop()
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    onClickCapture: (event: { preventDefault: () => void; stopPropagation: () => void }) => {
      if (!isLong.current) return
      isLong.current = false
      event.preventDefault()
      event.stopPropagation()
    },
    onContextMenu: (event: { preventDefault: () => void }) => {
      if (isLong.current) event.preventDefault()
    },
  }
}
