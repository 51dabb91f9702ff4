import { useSyncExternalStore } from 'react'

/** Short enough for 'just now' to end in time, and for minutes to pass as they do on a clock. */
const tickMs = 10_000

let now = Date.now()
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

const tick = () => {
  now = Date.now()
  for (const listener of listeners) listener()
}

// Timers of a hidden page are slow: it is right again as soon as it is seen.
const tickIfShown = () => {
  if (document.visibilityState === 'visible') tick()
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    now = Date.now()
    timer = setInterval(tick, tickMs)
    document.addEventListener('visibilitychange', tickIfShown)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    document.removeEventListener('visibilitychange', tickIfShown)
  }
}

/**
 * What `read` makes of the time of the page, in milliseconds since 1970. The page has one clock, so all relative times
 * on it move together. Renders only when the result changes: it has to be a primitive.
 */
export const usePageTime = <T extends string | number | boolean>(read: (now: number) => T): T =>
  useSyncExternalStore(
    subscribe,
    () => read(now),
    () => read(Date.now()),
  )
