import type { PreparedRequest } from './prepare-request.ts'

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
export const openEmptyWindow = (): Window | null =>
  window.open('about:blank', '_blank', 'popup,width=520,height=680')

/** Waits for the provider's answer to a request. @throws the reason of the signal */
export function waitForAnswer({ state }: PreparedRequest, signal: AbortSignal): Promise<string> {
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
