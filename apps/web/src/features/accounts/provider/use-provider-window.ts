import { useEffect, useRef, useState } from 'react'
import { type ErrorTexts, errorText } from '../../../connection/api/error-text.ts'
import type { PreparedRequest } from './prepare-request.ts'
import { openEmptyWindow, waitForAnswer, windowBlocked } from './provider-window.ts'

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
