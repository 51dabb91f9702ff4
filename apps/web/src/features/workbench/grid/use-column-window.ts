import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useState } from 'react'
import { useMedia } from '../../../ui/use-media.ts'
import type { ColumnRange } from '../columns/column-layout.ts'
import { layoutColumns, visibleColumns } from '../columns/column-layout.ts'
import type { GridColumn } from '../columns/grid-columns.ts'

/**
 * The widths of the columns in a grid that scrolls sideways, and which of them are in view.
 * @param stacked cells are below their key: both columns of a pair are always in view
 */
export function useColumnWindow(
  columns: readonly GridColumn[],
  scroller: HTMLElement | null,
  stacked: boolean,
) {
  const keyWidth = useMedia('(width >= 64rem)') ? 320 : 264
  // The grid goes from edge to edge.
  const [gridWidth, setGridWidth] = useState(() => document.documentElement.clientWidth)
  const layout = useMemo(() => layoutColumns(columns, gridWidth, keyWidth), [columns, gridWidth, keyWidth])
  const rangeNow = () => visibleColumns(layout, scroller?.scrollLeft ?? 0, gridWidth)
  const [shown, setShown] = useState<ColumnRange>(rangeNow)
  const update = useEffectEvent(() => {
    const { from, to } = rangeNow()
    setShown((before) => (before.from === from && before.to === to ? before : { from, to }))
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
  const { from, to } = shown
  const rendered = useMemo(
    () =>
      columns.flatMap((column, at) => {
        const placed = layout.columns[at]
        const isShown = placed && (stacked || placed.isSticky || (at >= from && at < to))
        return isShown ? [{ column, index: at, stickyLeft: placed.isSticky ? placed.left : undefined }] : []
      }),
    [columns, layout, stacked, from, to],
  )
  return { layout, rendered }
}
