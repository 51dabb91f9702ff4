import { defaultRangeExtractor, type Range, type Virtualizer } from '@tanstack/react-virtual'
import { type ReactNode, type RefObject, useImperativeHandle, useLayoutEffect } from 'react'
import { GridBody } from '../../../ui/lists/grid.tsx'

export interface RowsHandle {
  show: (index: number) => void
}

/** The visible rows, and one more that stays mounted when scrolled away, since it may have the focus. */
export const visibleRowsAnd = (pinned: number) => (range: Range) => {
  const visible = defaultRangeExtractor(range)
  if (pinned < 0 || pinned >= range.count || visible.includes(pinned)) return visible
  return [...visible, pinned].sort((a, b) => a - b)
}

interface Props<Scroller extends Element | Window> {
  rows: Virtualizer<Scroller, HTMLDivElement>
  list: RefObject<HTMLDivElement | null>
  /** The list's offset in its scroll container. */
  top: number
  handle?: RefObject<RowsHandle | null> | undefined
  children: (index: number) => ReactNode
}

/** Positions and measures the visible rows. */
export function RenderedRows<Scroller extends Element | Window>(props: Props<Scroller>) {
  const { rows, list, top, handle, children } = props
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

/**
 * Measures the rows after each render, before it is painted: revealing a value makes its row taller, and a
 * ResizeObserver reports it a frame later, when the next row already covers the value.
 */
function useMeasuredRows(
  list: RefObject<HTMLElement | null>,
  measure: (row: HTMLDivElement) => void,
  drawn: unknown,
) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was drawn is all that changes a height.
  useLayoutEffect(() => {
    for (const row of list.current?.children ?? []) if (row instanceof HTMLDivElement) measure(row)
  }, [drawn])
}
