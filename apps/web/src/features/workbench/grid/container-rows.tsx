import type { Virtualizer } from '@tanstack/react-virtual'
import { useVirtualizer } from '@tanstack/react-virtual'
import type { ReactNode, RefObject } from 'react'
import { useRef } from 'react'
import { RenderedRows, type RowsHandle, visibleRowsAnd } from '../rows/rendered-rows.tsx'

const headHeight = 36

interface Props {
  count: number
  rowKey: (index: number) => string
  keep: number
  scroller: HTMLElement
  handle: RefObject<RowsHandle | null>
  children: (index: number) => ReactNode
}

/** Virtual rows inside a container that scrolls in both directions. */
export function ContainerRows({ count, rowKey, keep, scroller, handle, children }: Props) {
  const list = useRef<HTMLDivElement>(null)
  const rows: Virtualizer<HTMLElement, HTMLDivElement> = useVirtualizer({
    count,
    getScrollElement: () => scroller,
    estimateSize: () => 40,
    // Few: a row may have dozens of cells.
    overscan: 4,
    scrollMargin: headHeight,
    scrollPaddingStart: headHeight,
    getItemKey: rowKey,
    rangeExtractor: visibleRowsAnd(keep),
  })
  return (
    <RenderedRows rows={rows} list={list} top={headHeight} handle={handle}>
      {children}
    </RenderedRows>
  )
}
