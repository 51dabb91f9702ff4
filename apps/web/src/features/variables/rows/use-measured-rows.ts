import type { RefObject } from 'react'
import { useLayoutEffect } from 'react'

/**
 * Measures the rows in the page each time they are drawn anew, before that is painted: a value that was just revealed
 * makes its row taller, and what watches sizes tells of it a frame later, with the next row lying over the value.
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
