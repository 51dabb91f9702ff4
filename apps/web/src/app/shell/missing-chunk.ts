const key = 'reloaded-at'
const minIntervalMs = 60_000
const missing = new WeakSet<object>()

/**
 * A page that stays open during a deployment or an outage requests chunks that fail to load. It reloads only when a
 * chunk is needed, not when one is preloaded: a reload loses what was typed.
 */
export function watchMissingChunks(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => void missing.add(payload))
}

export const isMissingChunk = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && missing.has(error)

/** Reloads the page to get the new version, at most once a minute, so that a missing chunk causes no loop. */
export function reloadOnce(): boolean {
  const last = Number(sessionStorage.getItem(key) ?? 0)
  if (Date.now() - last < minIntervalMs) return false
  sessionStorage.setItem(key, String(Date.now()))
  window.location.reload()
  return true
}
