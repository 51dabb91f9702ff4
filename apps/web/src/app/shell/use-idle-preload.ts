import { useIsFetching } from '@tanstack/react-query'
import { useEffect } from 'react'
import { idleAfterMs, loadDeferred } from '../../ui/deferred.tsx'
import { toasterStore } from '../../ui/feedback/toast.ts'

/** Once the page is idle, loads the deferred code and the toaster. */
export function useIdlePreload(): void {
  const isBusy = useIsFetching() > 0
  useEffect(() => {
    if (isBusy) return
    const timer = setTimeout(() => {
      toasterStore.want()
      loadDeferred()
    }, idleAfterMs)
    return () => clearTimeout(timer)
  }, [isBusy])
}
