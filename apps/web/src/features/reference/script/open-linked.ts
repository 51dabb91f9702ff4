/** Opens the call that the address names, and what else would hide it. */
export function openLinked(root: HTMLElement): () => void {
  const open = () => {
    const id = decodeURIComponent(location.hash.slice(1))
    const target = id && document.getElementById(id)
    if (!target || !root.contains(target)) return
    if (target instanceof HTMLDetailsElement) target.open = true
    target.scrollIntoView({ block: 'start' })
  }
  open()
  window.addEventListener('hashchange', open)
  return () => window.removeEventListener('hashchange', open)
}
