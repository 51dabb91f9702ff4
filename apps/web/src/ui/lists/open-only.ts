import { useEffect, useEffectEvent, useState } from 'react'

/** Whether Enter has asked for the only hit, and the answer to it. */
export interface AskedHit {
  readonly isAsked: boolean
  readonly answer: () => void
}

/**
 * Enter in the search of a list on the server opens its only hit, once the rows have come.
 * @param searches what the rows were asked for
 */
export function useAskedHit(...searches: readonly string[]): AskedHit & { onEnter: (typed: string) => void } {
  const [asked, onEnter] = useState<string>()
  const isAsked = asked !== undefined && searches.includes(asked)
  return { isAsked, answer: () => onEnter(undefined), onEnter }
}

/** In the list: opens the hit if there is one. @param rows undefined while they load */
export function useOpenAsked<Row>(
  hit: AskedHit | undefined,
  rows: readonly Row[] | undefined,
  open: ((row: Row) => void) | undefined,
): void {
  const isReady = hit?.isAsked === true && rows !== undefined
  const openOnly = useEffectEvent(() => {
    hit?.answer()
    const [only, ...others] = rows ?? []
    if (only !== undefined && others.length === 0) open?.(only)
  })
  useEffect(() => {
    if (isReady) openOnly()
  }, [isReady])
}
