import { useCallback, useEffect, useRef, useState } from 'react'

const shownForMs = 30_000

/** The revealed value, if any; it is hidden when the window loses the focus, and after 30 seconds. */
export function useReveal() {
  const [revealed, setRevealed] = useState<string | null>(null)
  const hide = useCallback(() => setRevealed(null), [])
  const pressed = useRef(false)
  const hideOnRelease = useRef<string>(undefined)
  /**
   * Hides this value if it is revealed, but not before a mouse press has ended: hiding a long value moves the rows
   * below it, and the press would end on another row than it started on.
   */
  const hideOne = useCallback((name: string) => {
    if (pressed.current) hideOnRelease.current = name
    else setRevealed((shown) => (shown === name ? null : shown))
  }, [])
  const toggle = useCallback((name: string) => setRevealed((shown) => (shown === name ? null : name)), [])
  useEffect(() => {
    if (revealed === null) return
    const timer = setTimeout(hide, shownForMs)
    const press = () => {
      pressed.current = true
    }
    const release = () => {
      pressed.current = false
      // The click event follows immediately.
      const name = hideOnRelease.current
      hideOnRelease.current = undefined
      if (name !== undefined) setTimeout(() => hideOne(name))
    }
    window.addEventListener('blur', hide)
    window.addEventListener('pointerdown', press, true)
    window.addEventListener('pointerup', release, true)
    window.addEventListener('pointercancel', release, true)
    return () => {
      pressed.current = false
      clearTimeout(timer)
      window.removeEventListener('blur', hide)
      window.removeEventListener('pointerdown', press, true)
      window.removeEventListener('pointerup', release, true)
      window.removeEventListener('pointercancel', release, true)
    }
  }, [revealed, hide, hideOne])
  return { revealed, toggle, hide, hideOne }
}
