import { useEffect } from 'react'
import { useStore } from '../create-store.ts'
import { deferred } from '../deferred.tsx'
import { toasterStore } from './toast.ts'

const SonnerToaster = deferred(async () => (await import('./sonner-toaster.tsx')).SonnerToaster)

/** Deferred code shows no toast before one of these events. */
const userInputs = ['pointerdown', 'keydown'] as const

/**
 * Shows toasts; rendered once, at the root. Its code loads with the first message or input, or once the page is idle.
 */
export function Toaster() {
  const isWanted = useStore(toasterStore.isWanted)
  useEffect(() => {
    const heard = new AbortController()
    for (const sign of userInputs)
      addEventListener(sign, toasterStore.want, { signal: heard.signal, once: true, passive: true })
    return () => heard.abort()
  }, [])
  return isWanted && <SonnerToaster onReady={toasterStore.ready} />
}
