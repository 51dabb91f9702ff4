import { useCallback, useLayoutEffect, useRef } from 'react'

/** A function that stays the same and runs what was given last: memoised rows need not render again for it. */
export function useStableCallback<Args extends unknown[]>(run: (...args: Args) => void) {
  const latest = useRef(run)
  useLayoutEffect(() => {
    latest.current = run
  })
  return useCallback((...args: Args): void => latest.current(...args), [])
}
