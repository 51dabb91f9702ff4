import { useEffect, useEffectEvent } from 'react'
import { afterDialog } from './dialogs/after-dialog.ts'

/** Runs a requested action as soon as it is possible, after the requesting dialog has restored the focus. */
export function useWhenReady(isReady: boolean, run: () => void) {
  const start = useEffectEvent(run)
  useEffect(() => (isReady ? afterDialog(() => start()) : undefined), [isReady])
}
