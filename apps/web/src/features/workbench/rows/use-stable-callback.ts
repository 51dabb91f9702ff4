import { useCallback, useLayoutEffect, useRef } from 'react'

/** A stable function that calls the latest callback, so that memoised rows do not render again. */
export function useStableCallback<Args extends unknown[]>(run: (...args: Args) => void) {
  const latest = useRef(run)
  useLayoutEffect(() => {
    latest.current = run
  })
  return useCallback((...args: Args): void => latest.current(...args), [])
}
