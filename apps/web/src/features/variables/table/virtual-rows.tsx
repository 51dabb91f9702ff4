import type { Virtualizer } from '@tanstack/react-virtual'
import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual'
import type { ReactNode, RefObject } from 'react'
import { useImperativeHandle, useLayoutEffect, useRef, useState } from 'react'
import { GridBody } from '../../../ui/grid.tsx'
import { useMeasuredRows } from './use-measured-rows.ts'

/** The app's header and the table's own head cover the top of the window. */
const coveredTop = 56 + 36

export interface RowsHandle {
  show: (index: number) => void
}

interface Props {
  count: number
  rowKey: (index: number) => string
  /** A row that stays in the page even when it is scrolled away, since the focus may be in it. */
  keep?: number
  handle?: RefObject<RowsHandle | null>
  children: (index: number) => ReactNode
}

/** Puts only the rows near the window into the page, so that 2,000 of them scroll like 20. */
export function VirtualRows({ count, rowKey, keep, handle, children }: Props) {
  const list = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    if (list.current) setTop(Math.round(list.current.getBoundingClientRect().top + window.scrollY))
  })
  const rows: Virtualizer<Window, HTMLDivElement> = useWindowVirtualizer({
    count,
    estimateSize: () => (window.matchMedia('(width >= 40rem)').matches ? 40 : 72),
    overscan: 12,
    scrollMargin: top,
    scrollPaddingStart: coveredTop,
    scrollPaddingEnd: 16,
    getItemKey: rowKey,
    rangeExtractor: (range) => {
      const near = defaultRangeExtractor(range)
      if (keep === undefined || keep >= count || near.includes(keep)) return near
      return [...near, keep].sort((a, b) => a - b)
    },
  })
  useMeasuredRows(list, rows.measureElement, children)
  useImperativeHandle(
    handle,
    () => ({ show: (index) => rows.scrollToIndex(index, { align: 'auto', behavior: 'instant' }) }),
    [rows],
  )
  return (
    <GridBody ref={list} className="relative" style={{ height: rows.getTotalSize() }}>
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
