const key = 'reloaded-at'
const patienceMs = 60_000

/**
 * A page that is open while a new version is put in place asks for parts that are gone. Loading it anew gets the new
 * version; once in a minute, so that a part that is really missing does not make it go round.
 */
export function reloadAfterRelease(): void {
  window.addEventListener('vite:preloadError', (event) => {
    const last = Number(sessionStorage.getItem(key) ?? 0)
    if (Date.now() - last < patienceMs) return
    event.preventDefault()
    sessionStorage.setItem(key, String(Date.now()))
    window.location.reload()
  })
}
