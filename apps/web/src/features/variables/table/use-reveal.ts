import { useCallback, useEffect, useState } from 'react'

const shownForMs = 30_000

/** Which one value is shown: none, or one that hides again when the window is left and after 30 seconds. */
export function useReveal() {
  const [revealed, setRevealed] = useState<string | null>(null)
  const hide = useCallback(() => setRevealed(null), [])
  /** Hides this one, if it is the one that shows. */
  const hideOne = useCallback((name: string) => setRevealed((shown) => (shown === name ? null : shown)), [])
  const toggle = useCallback((name: string) => setRevealed((shown) => (shown === name ? null : name)), [])
  useEffect(() => {
    if (revealed === null) return
    const timer = setTimeout(hide, shownForMs)
    window.addEventListener('blur', hide)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('blur', hide)
    }
  }, [revealed, hide])
  return { revealed, toggle, hide, hideOne }
}
