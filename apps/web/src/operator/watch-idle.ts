const idleMs = 60 * 60_000
const checkMs = 30_000
const key = 'operator-input-at'
const inputs = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const

interface Options {
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>
  readonly now: () => number
  readonly onIdle: () => void
}

/**
 * Ends the page after an hour without input in any tab of the area. The server ends operator calls after an hour
 * without one, but a page that fetches its figures again by itself makes some.
 * @returns a function that ends the watch
 */
export function watchIdle({ storage, now, onIdle }: Options): () => void {
  const check = (): boolean => {
    const isIdle = now() - Number(storage.getItem(key)) >= idleMs
    if (isIdle) onIdle()
    return isIdle
  }
  // The first input after a laptop slept comes too late.
  const touch = () => check() || storage.setItem(key, String(now()))
  storage.setItem(key, String(now()))
  const ended = new AbortController()
  const options = { capture: true, passive: true, signal: ended.signal }
  for (const name of inputs) window.addEventListener(name, touch, options)
  // Timers stop while a laptop sleeps.
  window.addEventListener('focus', check, { signal: ended.signal })
  const timer = setInterval(check, checkMs)
  return () => {
    ended.abort()
    clearInterval(timer)
  }
}
