import {
  defaultRangeExtractor,
  type Range,
  useVirtualizer,
  useWindowVirtualizer,
  type Virtualizer,
} from '@tanstack/react-virtual'
import {
  type ReactNode,
  type RefObject,
  startTransition,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { GridBody } from '../../../ui/lists/table.tsx'
import { useMedia } from '../../../ui/use-media.ts'
import { activeRow } from '../store/cells.ts'
import { useParts, useWorkbench } from '../store/workbench-store.ts'
import { cellSelector } from './use-keyboard.ts'

interface Props {
  children: (index: number) => ReactNode
}

/** The visible rows, and the one that may have the focus. */
const visibleRowsAnd = (active: number) => (range: Range) => {
  const visible = defaultRangeExtractor(range)
  if (active < 0 || active >= range.count || visible.includes(active)) return visible
  return [...visible, active].sort((a, b) => a - b)
}

/** Names and heights of the rows: kept until the rows change, as each new one measures all of them again. */
function useRows(isFlat: boolean) {
  const { lines, isPhone } = useParts('lines', 'isPhone')
  const active = useWorkbench(activeRow)
  const rows = useMemo(() => {
    const prefixHeight = isPhone ? 44 : 40
    return {
      count: lines.length,
      getItemKey: (index: number) => {
        const line = lines[index]
        return line?.kind === 'prefix' ? `${line.prefix}*` : (line?.key ?? '')
      },
      estimateSize: (index: number) => {
        if (isFlat) return 40
        return lines[index]?.kind === 'key' ? 56 : prefixHeight
      },
    }
  }, [lines, isFlat, isPhone])
  return { ...rows, rangeExtractor: visibleRowsAnd(active) }
}

/** Renders only the rows near the viewport, so that 2,000 scroll like 20. */
export function WindowRows({ children }: Props) {
  const body = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  /** The bar, the tools and the head of the table cover the top of the window. */
  const [coveredTop, setCoveredTop] = useState(0)
  useLayoutEffect(() => {
    const measure = () => {
      if (body.current) setTop(Math.round(body.current.getBoundingClientRect().top + window.scrollY))
      setCoveredTop(Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0)
    }
    measure()
    // Once the page is laid out, so that measuring costs nothing: after each render it would lay out the page.
    const resized = new ResizeObserver(measure)
    resized.observe(document.body)
    return () => resized.disconnect()
  }, [])
  const rows: Virtualizer<Window, HTMLDivElement> = useWindowVirtualizer({
    ...useRows(useMedia('(width >= 64rem)')),
    overscan: 12,
    scrollMargin: top,
    scrollPaddingStart: coveredTop,
    scrollPaddingEnd: 16,
  })
  return (
    <RenderedRows rows={rows} body={body} top={top}>
      {children}
    </RenderedRows>
  )
}

const headHeight = 36

/** Rows inside a container that scrolls in both directions. */
export function ContainerRows({ scroller, children }: Props & { scroller: HTMLElement }) {
  const body = useRef<HTMLDivElement>(null)
  const rows: Virtualizer<HTMLElement, HTMLDivElement> = useVirtualizer({
    ...useRows(true),
    getScrollElement: () => scroller,
    // Few: a row may have dozens of cells.
    overscan: 4,
    scrollMargin: headHeight,
    scrollPaddingStart: headHeight,
  })
  return (
    <RenderedRows rows={rows} body={body} top={headHeight}>
      {children}
    </RenderedRows>
  )
}

interface RenderedProps<Scroller extends Element | Window> extends Props {
  rows: Virtualizer<Scroller, HTMLDivElement>
  body: RefObject<HTMLDivElement | null>
  /** The offset of the rows in their scroll container. */
  top: number
}

/** Positions and measures the visible rows. */
function RenderedRows<Scroller extends Element | Window>(props: RenderedProps<Scroller>) {
  const { rows, body, top, children } = props
  const { revealed, editing } = useParts('revealed', 'editing')
  const active = useWorkbench(activeRow)
  // Before it is painted: a ResizeObserver reports a taller row a frame later, when the next one already covers it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: they are all that changes a height.
  useLayoutEffect(() => {
    for (const row of body.current?.children ?? [])
      if (row instanceof HTMLDivElement) rows.measureElement(row)
  }, [revealed, editing, children])
  useRequestedFocus(body, (index) => rows.scrollToIndex(index, { align: 'auto', behavior: 'instant' }))
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
          <Unhurried height={item.size} isNow={rows.isScrolling || item.index === active}>
            {children(item.index)}
          </Unhurried>
        </div>
      ))}
    </GridBody>
  )
}

/** A row whose content is rendered between the tasks of the browser, as many new ones at once would delay them. */
function Unhurried({ height, isNow, children }: { height: number; isNow: boolean; children: ReactNode }) {
  const [isDrawn, setDrawn] = useState(isNow)
  if (isNow && !isDrawn) setDrawn(true)
  useEffect(() => startTransition(() => setDrawn(true)), [])
  return isDrawn ? children : <div style={{ height }} />
}

/** Moves the focus where it is requested. */
function useRequestedFocus(body: RefObject<HTMLElement | null>, show: (row: number) => void): void {
  const at = useWorkbench((state) => state.at)
  // Beside others, the grid is its own scroll container.
  const scrollsIntoView = useWorkbench(({ layout }) => layout !== 'table')
  const done = useRef(at)
  useLayoutEffect(() => {
    if (done.current === at) return
    done.current = at
    if (!at.isRequested) return
    show(at.row)
    const cell = body.current?.querySelector<HTMLElement>(cellSelector(at))
    cell?.focus({ preventScroll: true })
    if (scrollsIntoView) cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  })
}
