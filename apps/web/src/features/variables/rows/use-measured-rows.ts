import type { RefObject } from 'react'
import { useLayoutEffect } from 'react'

/**
 * Measures the rows after each render, before it is painted: revealing a value makes its row taller, and a
 * ResizeObserver reports it a frame later, when the next row already covers the value.
 */
export function useMeasuredRows(
  list: RefObject<HTMLElement | null>,
  measure: (row: HTMLDivElement) => void,
  drawn: unknown,
) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was drawn is all that changes a height.
  useLayoutEffect(() => {
    for (const row of list.current?.children ?? []) if (row instanceof HTMLDivElement) measure(row)
  }, [drawn])
}
