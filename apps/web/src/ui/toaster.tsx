import { useEffect, useSyncExternalStore } from 'react'
import { deferred } from './deferred.tsx'
import { toasterStore } from './toast.ts'

const SonnerToaster = deferred(async () => (await import('./sonner-toaster.tsx')).SonnerToaster)

const idleAfterMs = 1_000

/** Where messages show; put once, at the root. Its code comes with the first message, or once the page is idle. */
export function Toaster() {
  const isWanted = useSyncExternalStore(toasterStore.subscribe, toasterStore.isWanted)
  useEffect(() => {
    const timer = setTimeout(toasterStore.want, idleAfterMs)
    return () => clearTimeout(timer)
  }, [])
  return isWanted && <SonnerToaster onReady={toasterStore.ready} />
}
