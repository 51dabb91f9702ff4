import {
  defaultRangeExtractor,
  type Range,
  useVirtualizer,
  useWindowVirtualizer,
  type Virtualizer,
} from '@tanstack/react-virtual'
import { type ReactNode, type RefObject, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react'
import { GridBody } from '../../../ui/lists/table.tsx'
import { useWorkbench } from '../store/workbench-store.ts'

export interface RowsHandle {
  show: (index: number) => void
}

export interface RowList {
  readonly count: number
  readonly rowKey: (index: number) => string
  /** A row that stays mounted when scrolled away, since it may have the focus. */
  readonly keep: number
  /** The height of a row in px, until it is measured. */
  readonly estimate: (index: number) => number
  readonly handle: RefObject<RowsHandle | null>
}

interface Props {
  list: RowList
  children: (index: number) => ReactNode
}

/** The visible rows, and one more. */
const visibleRowsAnd = (pinned: number) => (range: Range) => {
  const visible = defaultRangeExtractor(range)
  if (pinned < 0 || pinned >= range.count || visible.includes(pinned)) return visible
  return [...visible, pinned].sort((a, b) => a - b)
}

/** Renders only the rows near the viewport, so that 2,000 scroll like 20. */
export function WindowRows({ list, children }: Props) {
  const body = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  /** The bar, the tools and the head of the table cover the top of the window. */
  const [coveredTop, setCoveredTop] = useState(0)
  useLayoutEffect(() => {
    if (body.current) setTop(Math.round(body.current.getBoundingClientRect().top + window.scrollY))
    setCoveredTop(Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0)
  })
  const rows: Virtualizer<Window, HTMLDivElement> = useWindowVirtualizer({
    count: list.count,
    estimateSize: list.estimate,
    overscan: 12,
    scrollMargin: top,
    scrollPaddingStart: coveredTop,
    scrollPaddingEnd: 16,
    getItemKey: list.rowKey,
    rangeExtractor: visibleRowsAnd(list.keep),
  })
  return (
    <RenderedRows rows={rows} body={body} top={top} handle={list.handle}>
      {children}
    </RenderedRows>
  )
}

const headHeight = 36

/** Rows inside a container that scrolls in both directions. */
export function ContainerRows({ list, scroller, children }: Props & { scroller: HTMLElement }) {
  const body = useRef<HTMLDivElement>(null)
  const rows: Virtualizer<HTMLElement, HTMLDivElement> = useVirtualizer({
    count: list.count,
    getScrollElement: () => scroller,
    estimateSize: list.estimate,
    // Few: a row may have dozens of cells.
    overscan: 4,
    scrollMargin: headHeight,
    scrollPaddingStart: headHeight,
    getItemKey: list.rowKey,
    rangeExtractor: visibleRowsAnd(list.keep),
  })
  return (
    <RenderedRows rows={rows} body={body} top={headHeight} handle={list.handle}>
      {children}
    </RenderedRows>
  )
}

interface RenderedProps<Scroller extends Element | Window> {
  rows: Virtualizer<Scroller, HTMLDivElement>
  body: RefObject<HTMLDivElement | null>
  /** The offset of the rows in their scroll container. */
  top: number
  handle: RefObject<RowsHandle | null>
  children: (index: number) => ReactNode
}

/** Positions and measures the visible rows. */
function RenderedRows<Scroller extends Element | Window>(props: RenderedProps<Scroller>) {
  const { rows, body, top, handle, children } = props
  const revealed = useWorkbench((state) => state.revealed)
  const editing = useWorkbench((state) => state.editing)
  // Before it is painted: a ResizeObserver reports a taller row a frame later, when the next one already covers it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: they are all that changes a height.
  useLayoutEffect(() => {
    for (const row of body.current?.children ?? [])
      if (row instanceof HTMLDivElement) rows.measureElement(row)
  }, [revealed, editing, children])
  useImperativeHandle(
    handle,
    () => ({ show: (index) => rows.scrollToIndex(index, { align: 'auto', behavior: 'instant' }) }),
    [rows],
  )
  return (
    <GridBody ref={body} className="relative" style={{ height: rows.getTotalSize() }}>
      {rows.getVirtualItems().map((item) => (
        <div
          key={item.key}
          ref={rows.measureElement}
          data-index={item.index}
          role="presentation"
          className="absolute inset-x-0 top-0"
          style={{ transform: `translateY(${item.start - top}px)` }}
        >
          {children(item.index)}
        </div>
      ))}
    </GridBody>
  )
}
