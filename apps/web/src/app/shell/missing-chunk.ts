const key = 'reloaded-at'
const minIntervalMs = 60_000
const missing = new WeakSet<object>()

/**
 * A page that is open while a new version is put in place, or while the server is away, asks for parts that do not
 * come. Nothing is loaded anew before somebody needs one: links are looked ahead at, and what was typed would be lost.
 */
export function watchMissingChunks(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => void missing.add(payload))
}

export const isMissingChunk = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && missing.has(error)

/** Loads the page anew, which gets the new version; once in a minute, so that what is really missing ends it. */
export function reloadOnce(): boolean {
  const last = Number(sessionStorage.getItem(key) ?? 0)
  if (Date.now() - last < minIntervalMs) return false
  sessionStorage.setItem(key, String(Date.now()))
  window.location.reload()
  return true
}
