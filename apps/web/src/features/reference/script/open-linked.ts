const followMs = 1_000
const ownMoves = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/**
 * Scrolls to an element, and stays with it for a moment: sections around it are laid out only once they are near, which
 * moves it. Ends as soon as the reader moves.
 */
function follow(target: Element): () => void {
  const ending = new AbortController()
  const end = () => ending.abort()
  for (const event of ownMoves) window.addEventListener(event, end, { signal: ending.signal, passive: true })
  let until = performance.now() + followMs
  // The browser itself scrolls to the target once more at the end of loading.
  window.addEventListener('load', () => (until = performance.now() + followMs), { signal: ending.signal })
  const scroll = () => {
    if (ending.signal.aborted) return
    target.scrollIntoView({ block: 'start' })
    if (document.readyState !== 'complete' || performance.now() < until) requestAnimationFrame(scroll)
    else end()
  }
  scroll()
  return end
}

/** Opens the call that the address names, and what else would hide it. */
export function openLinked(root: HTMLElement): () => void {
  let stop = () => {}
  const open = () => {
    stop()
    const id = decodeURIComponent(location.hash.slice(1))
    const target = id && document.getElementById(id)
    if (!target || !root.contains(target)) return
    if (target instanceof HTMLDetailsElement) target.open = true
    stop = follow(target)
  }
  open()
  window.addEventListener('hashchange', open)
  return () => {
    stop()
    window.removeEventListener('hashchange', open)
  }
}
