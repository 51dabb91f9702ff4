import { listSignInProviders } from '@envhold/contract/accounts/identity-provider.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type ErrorTexts, errorText } from '../../../connection/api/error-text.ts'
import { readQuery } from '../../../connection/api/read-query.ts'
import { useApi } from '../../../connection/use-api.ts'
import { Button } from '../../../ui/button.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import type { PreparedRequest } from './prepare-request.ts'

interface Props extends Pick<ReturnType<typeof useProviderWindow>, 'ask' | 'error'> {
  label: string
  isWaiting: boolean
  cancel?: (() => void) | undefined
  variant?: 'primary' | 'secondary'
}

/** Leads to the provider, and says what the page waits for. */
export const ProviderButton = ({ label, ask, cancel, isWaiting, error, variant = 'secondary' }: Props) => (
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

interface Options {
  /** Starts the request, unless it was started before. */
  readonly prepare: () => Promise<PreparedRequest>
  readonly finish: (callback: { readonly params: string; readonly browserValue: string }) => Promise<void>
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

/**
 * A page that must not lose what it holds opens the provider in a window of its own. The window shares no memory with
 * the page, so its answer comes through this channel, which only pages of this origin can read. It is of no use without
 * the value that the page holds.
 */
const channelName = 'provider-callback'

interface Answered {
  readonly params: string
}
interface Received {
  readonly received: string
}
const isAnswered = (data: object): data is Answered => 'params' in data && typeof data.params === 'string'
const isReceived = (data: object): data is Received => 'received' in data

export const windowBlocked = 'Your browser blocked the window. Allow pop-ups for this page and try again.'

/** Opens an empty window: call it in the handler of a click, or the browser blocks it. */
const openEmptyWindow = () => window.open('about:blank', '_blank', 'popup,width=520,height=680')

/** Waits for the provider's answer to a request. @throws the reason of the signal */
function waitForAnswer({ state }: PreparedRequest, signal: AbortSignal): Promise<string> {
  const channel = new BroadcastChannel(channelName)
  return new Promise<string>((resolve, reject) => {
    channel.onmessage = ({ data }: MessageEvent<object>) => {
      if (!isAnswered(data) || new URLSearchParams(data.params).get('state') !== state) return
      channel.postMessage({ received: state } satisfies Received)
      resolve(data.params)
    }
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  }).finally(() => channel.close())
}

const replyMs = 3_000

/** Sends an answer to the page that waits for it. @returns whether there is one */
export function sendResponse(params: string): Promise<boolean> {
  const channel = new BroadcastChannel(channelName)
  return new Promise<boolean>((resolve) => {
    channel.onmessage = ({ data }: MessageEvent<object>) => isReceived(data) && resolve(true)
    channel.postMessage({ params } satisfies Answered)
    setTimeout(() => resolve(false), replyMs)
  }).finally(() => channel.close())
}

function useSignInOptions() {
  const api = useApi()
  const { data } = useQuery({ ...readQuery(api, listSignInProviders, {}), staleTime: 300_000 })
  return data
}

/** The identity provider of this instance; null if it has none, undefined while that is unknown. */
export function useIdentityProvider() {
  const options = useSignInOptions()
  return options && (options.providers[0] ?? null)
}

/** Who may create an account; undefined while that is unknown: then the server says it. */
export const useSignUpMode = () => useSignInOptions()?.sign_ups
