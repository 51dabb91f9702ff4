import { useEffect, useMemo } from 'react'

/** The counts of the lists that this tab has shown: numbers, and nothing of what they list. */
const lastCountsKey = 'last-counts'

function readCounts(): Partial<Record<string, number>> {
  try {
    return JSON.parse(sessionStorage.getItem(lastCountsKey) ?? '{}')
  } catch {
    return {}
  }
}

/** For the next account that signs in here. */
export const clearLastCounts = (): void => sessionStorage.removeItem(lastCountsKey)

/**
 * How many rows a list had when this tab showed it last, for its skeleton.
 * @param shown how many it shows now, which is kept; undefined while it loads
 * @param usual for a list that did not show yet
 */
export function useLastCount(list: string, shown: number | undefined, usual: number): number {
  const last = useMemo(() => readCounts()[list], [list])
  useEffect(() => {
    if (shown !== undefined)
      sessionStorage.setItem(lastCountsKey, JSON.stringify({ ...readCounts(), [list]: shown }))
  }, [list, shown])
  return last ?? usual
}
