import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import {
  type ColumnLayout,
  type ColumnRange,
  type GridColumn,
  layoutColumns,
  visibleColumns,
} from '../arrangement/grid-columns.ts'
import { useWorkbench, useWorkbenchStore } from '../store/workbench-store.ts'

/** A column in view, and where it is in the list of all columns. */
export interface RenderedColumn {
  readonly column: GridColumn
  readonly index: number
  /** Of a column that stays in view. */
  readonly stickyLeft: number | undefined
  /** The cell at its left is not rendered. */
  readonly isPlaced: boolean
}

/** Between the sides of a comparison. */
const spineWidth = 72

/** The widths of the columns in a grid that scrolls sideways, and which of them are in view. */
export function useColumnWindow(scroller: HTMLElement | null) {
  const columns = useWorkbench((state) => state.columns.list)
  const isPair = useWorkbench(({ layout }) => layout === 'compare')
  // Cells are below their key: both columns of a pair are always in view.
  const stacked = useWorkbench(({ isPhone }) => isPhone)
  const length = useKeyLength()
  // The grid goes from edge to edge.
  const [gridWidth, setGridWidth] = useState(() => document.documentElement.clientWidth)
  const keyWidth = keyColumnWidth(length, gridWidth)
  const layout = useMemo(() => {
    const all = layoutColumns(columns, gridWidth - (isPair ? spineWidth : 0), keyWidth)
    if (!isPair) return all
    const [key, left, right] = all.template.split(' ')
    return {
      ...all,
      template: `${key} ${left} ${spineWidth}px ${right}`,
      totalWidth: all.totalWidth + spineWidth,
    }
  }, [columns, gridWidth, keyWidth, isPair])
  const rangeNow = () => visibleColumns(layout, scroller?.scrollLeft ?? 0, gridWidth)
  const [range, setRange] = useState<ColumnRange>(rangeNow)
  const update = useEffectEvent(() => {
    const { from, to } = rangeNow()
    setRange((before) => (before.from === from && before.to === to ? before : { from, to }))
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another layout has other columns in view.
  useLayoutEffect(update, [layout])
  useEffect(() => {
    if (!scroller) return
    const resized = new ResizeObserver(() => setGridWidth(scroller.clientWidth))
    const scrolled = () => update()
    resized.observe(scroller)
    scroller.addEventListener('scroll', scrolled, { passive: true })
    return () => {
      resized.disconnect()
      scroller.removeEventListener('scroll', scrolled)
    }
  }, [scroller])
  const { from, to } = range
  const rendered = useMemo(
    () =>
      columns
        .flatMap((column, index) => {
          const placed = layout.columns[index]
          const isShown = placed && (stacked || isPair || placed.isSticky || (index >= from && index < to))
          return isShown ? [{ column, index, stickyLeft: placed.isSticky ? placed.left : undefined }] : []
        })
        .map((each, nth, all) => ({
          ...each,
          isPlaced: each.stickyLeft !== undefined || all[nth - 1]?.index !== each.index - 1,
        })),
    [columns, layout, stacked, isPair, from, to],
  )
  return { layout, rendered }
}

/** Of a character of the key, in px. */
const characterWidth = 7.8
/** Beside the key: the gutter, what a prefix indents, and the eye of a comparison. */
const besideKey = 100
const minWidth = 208
const maxShare = 0.44

/** The length of the longest shown key. */
export function useKeyLength(): number {
  const keys = useWorkbench((state) => state.keys)
  return useMemo(() => keys.reduce((longest, key) => Math.max(longest, key.length), 0), [keys])
}

/** The column of keys is as wide as they need, up to a share of the grid. */
const keyColumnWidth = (length: number, gridWidth: number): number =>
  Math.round(
    Math.min(
      Math.max(minWidth, length * characterWidth + besideKey),
      Math.max(minWidth, gridWidth * maxShare),
    ),
  )

/** Moves the focus to the head of a column on request, and lets the tab stop of the cells follow its column. */
export function useColumnFocus(scroller: HTMLElement | null, layout: ColumnLayout): void {
  const { read, update } = useWorkbenchStore()
  const columns = useWorkbench((state) => state.columns.list)
  const head = useWorkbench((state) => state.head)
  const before = useRef(columns)

  useLayoutEffect(() => {
    if (head === undefined || !scroller) return
    const placed = layout.columns[columns.findIndex(({ id }) => id === head)]
    if (!placed) return update({ head: undefined })
    const { left, width, isSticky } = placed
    if (!isSticky) {
      const [first, last] = [left - layout.stickyWidth, left + width - scroller.clientWidth]
      scroller.scrollLeft = Math.max(last, Math.min(first, scroller.scrollLeft))
    }
    // A head may be rendered only after the grid is scrolled.
    const button = scroller.querySelector<HTMLElement>(`[data-column-head="${head}"]`)
    if (!button) return
    update({ head: undefined })
    button.focus({ preventScroll: true })
  })
  useLayoutEffect(() => {
    const { at, layout: kind } = read()
    const id = before.current[at.column - 1]?.id
    if (before.current === columns) return
    before.current = columns
    if (id === undefined || kind === 'table') return
    const now = columns.findIndex((column) => column.id === id)
    const column = now < 0 ? Math.min(at.column, columns.length) : now + 1
    if (column !== at.column) update({ at: { row: at.row, column } })
  })
}
