import { useEffect, useRef, useSyncExternalStore } from 'react'
import { outageText } from '../../connection/api/error-text.ts'
import type { SessionState } from '../../connection/session/load-session.ts'
import { useConnection } from '../../connection/use-connection.ts'
import { Button } from '../../ui/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'

const subscribe = (listener: () => void) => {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

interface Props {
  /** Why the last call failed that every page needs; undefined if none did. */
  failure: unknown
  isRetrying: boolean
  onRetry: () => void
}

/** Shown while the browser is offline or a call fails that every page needs. */
export function ConnectionBanner({ failure, isRetrying, onRetry }: Props) {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine)
  if (online && failure === undefined) return null
  const { title, detail } = outageText(failure)
  return (
    <div className="mx-auto w-full max-w-content px-4 pt-4 sm:px-6">
      {online ? (
        <Banner
          tone="warn"
          title={title}
          action={
            <Button variant="secondary" size="sm" busy={isRetrying} onClick={onRetry}>
              Try again
            </Button>
          }
        >
          {detail} Everything you saved is safe. This page keeps trying and continues when the server is back.
        </Banner>
      ) : (
        <Banner tone="warn" title="You are offline">
          You can still see this page. You can make changes again once you are back online.
        </Banner>
      )}
    </div>
  )
}

/** Refetches failed queries once the server can be reached again. */
export function useRefetchOnReconnect(status: SessionState['status']) {
  const { queries } = useConnection()
  const before = useRef(status)
  useEffect(() => {
    if (before.current === 'degraded' && status === 'ready')
      void queries.invalidateQueries({ predicate: ({ state }) => state.status === 'error' })
    before.current = status
  }, [status, queries])
}
