import type { Virtualizer } from '@tanstack/react-virtual'
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import type { ReactNode, RefObject } from 'react'
import { useImperativeHandle, useRef } from 'react'
import { GridBody } from '../../../ui/grid.tsx'
import { useMeasuredRows } from '../table/use-measured-rows.ts'
import type { RowsHandle } from '../table/virtual-rows.tsx'

const headHeight = 36

interface Props {
  count: number
  rowKey: (index: number) => string
  keep: number
  scroller: HTMLElement
  handle: RefObject<RowsHandle | null>
  children: (index: number) => ReactNode
}

/** Rows inside something that scrolls both ways: only those in sight are in the page. */
export function ScrolledRows({ count, rowKey, keep, scroller, handle, children }: Props) {
  const list = useRef<HTMLDivElement>(null)
  const rows: Virtualizer<HTMLElement, HTMLDivElement> = useVirtualizer({
    count,
    getScrollElement: () => scroller,
    estimateSize: () => 40,
    overscan: 10,
    scrollMargin: headHeight,
    scrollPaddingStart: headHeight,
    getItemKey: rowKey,
    rangeExtractor: (range) => {
      const near = defaultRangeExtractor(range)
      if (keep < 0 || keep >= count || near.includes(keep)) return near
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
          style={{ transform: `translateY(${item.start - headHeight}px)` }}
        >
          {children(item.index)}
        </div>
      ))}
    </GridBody>
  )
}
