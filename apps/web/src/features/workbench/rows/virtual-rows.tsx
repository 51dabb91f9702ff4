import type { Virtualizer } from '@tanstack/react-virtual'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import type { ReactNode, RefObject } from 'react'
import { useLayoutEffect, useRef, useState } from 'react'
import { RenderedRows, type RowsHandle, visibleRowsAnd } from './rendered-rows.tsx'

interface Props {
  count: number
  rowKey: (index: number) => string
  /** A row that stays mounted when scrolled away, since it may have the focus. */
  keep?: number
  /** The height of a row in pixels, until it is measured. */
  estimate?: (index: number) => number
  handle?: RefObject<RowsHandle | null>
  children: (index: number) => ReactNode
}

const estimateRow = () => (window.matchMedia('(width >= 40rem)').matches ? 40 : 72)

/** Renders only the rows near the viewport, so that 2,000 scroll like 20. */
export function VirtualRows({ count, rowKey, keep = -1, estimate = estimateRow, handle, children }: Props) {
  const list = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  /** The bar, the tools and the head of the table cover the top of the window. */
  const [coveredTop, setCoveredTop] = useState(0)
  useLayoutEffect(() => {
    if (list.current) setTop(Math.round(list.current.getBoundingClientRect().top + window.scrollY))
    setCoveredTop(Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0)
  })
  const rows: Virtualizer<Window, HTMLDivElement> = useWindowVirtualizer({
    count,
    estimateSize: estimate,
    overscan: 12,
    scrollMargin: top,
    scrollPaddingStart: coveredTop,
    scrollPaddingEnd: 16,
    getItemKey: rowKey,
    rangeExtractor: visibleRowsAnd(keep),
  })
  return (
    <RenderedRows rows={rows} list={list} top={top} handle={handle}>
      {children}
    </RenderedRows>
  )
}
