import { useEffect, useEffectEvent } from 'react'
import { afterDialog } from './after-dialog.ts'

/** Runs what was asked for elsewhere as soon as it can be done, once the dialog that asked has given back the focus. */
export function useWhenReady(isReady: boolean, run: () => void) {
  const start = useEffectEvent(run)
  useEffect(() => (isReady ? afterDialog(() => start()) : undefined), [isReady])
}
