import { useEffect, useRef, useState } from 'react'
import { type ErrorTexts, errorText } from '../../../connection/api/error-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import type { PreparedRequest } from './prepare-request.ts'
import { openEmptyWindow, waitForAnswer, windowBlocked } from './provider-window.ts'

interface Props extends Pick<ReturnType<typeof useProviderWindow>, 'ask' | 'error'> {
  label: string
  isWaiting: boolean
  cancel?: (() => void) | undefined
  variant?: 'primary' | 'secondary'
}

/** Leads to the provider, and says what the page waits for. */
export function ProviderButton({ label, ask, cancel, isWaiting, error, variant = 'secondary' }: Props) {
  return (
    <div className="grid gap-3">
      {error && <Banner tone="bad">{error}</Banner>}
      <Button variant={variant} className="w-full min-w-0" busy={isWaiting} onClick={ask}>
        <span className="truncate">{isWaiting ? `Waiting for ${label}…` : `Continue with ${label}`}</span>
      </Button>
      {isWaiting && cancel && (
        <p className="text-center text-small text-ink-2">
          Sign in in the window that opened.{' '}
          <Button variant="link" size="sm" onClick={cancel}>
            Cancel
          </Button>
        </p>
      )}
    </div>
  )
}

interface Callback {
  readonly params: string
  readonly browserValue: string
}

interface Options {
  /** Starts the request, unless it was started before. */
  readonly prepare: () => Promise<PreparedRequest>
  readonly finish: (callback: Callback) => Promise<void>
  readonly texts: ErrorTexts
}

/** Asks the provider in a window of its own, while this page stays as it is. */
export function useProviderWindow({ prepare, finish, texts }: Options) {
  const [isWaiting, setWaiting] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const asking = useRef<AbortController>(undefined)
  useEffect(() => () => asking.current?.abort(), [])

  const ask = async () => {
    const opened = openEmptyWindow()
    setError(null)
    if (!opened) return setError(windowBlocked)
    asking.current?.abort()
    const controller = new AbortController()
    asking.current = controller
    const { signal } = controller
    setWaiting(true)
    try {
      const request = await prepare()
      signal.throwIfAborted()
      opened.location.replace(request.url)
      const params = await waitForAnswer(request, signal)
      await finish({ params, browserValue: request.browserValue })
    } catch (failure) {
      opened.close()
      if (!signal.aborted) setError(errorText(failure, texts))
    } finally {
      if (!signal.aborted) setWaiting(false)
    }
  }
  const cancel = () => {
    asking.current?.abort()
    setWaiting(false)
  }
  return { ask: () => void ask(), cancel, isWaiting, error }
}
