import { useEffect, useEffectEvent } from 'react'

/** Longer than a closing dialog takes to restore the focus. */
const closedAfterMs = 100

/** Runs something that moves the focus, once a dialog has closed. @returns a function that cancels it */
export function afterDialog(run: () => void): () => void {
  const timer = setTimeout(run, closedAfterMs)
  return () => clearTimeout(timer)
}

/** Runs a requested action as soon as it is possible, after the requesting dialog has restored the focus. */
export function useWhenReady(isReady: boolean, run: () => void) {
  const start = useEffectEvent(run)
  useEffect(() => (isReady ? afterDialog(() => start()) : undefined), [isReady])
}
