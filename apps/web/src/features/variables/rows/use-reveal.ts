import { useCallback, useEffect, useRef, useState } from 'react'

const shownForMs = 30_000

/** Which one value is shown: none, or one that hides again when the window is left and after 30 seconds. */
export function useReveal() {
  const [revealed, setRevealed] = useState<string | null>(null)
  const hide = useCallback(() => setRevealed(null), [])
  const pressed = useRef(false)
  const hideOnRelease = useRef<string>(undefined)
  /**
   * Hides this one, if it is the one that shows; during a press only after it. The rows below move up when a long
   * value goes, and the press would end on another one than it began on.
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
      // The click comes right after.
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
