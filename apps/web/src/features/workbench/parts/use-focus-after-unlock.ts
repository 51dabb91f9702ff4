import type { RefObject } from 'react'
import { useEffect, useState } from 'react'

const targets = ['[data-row][tabindex="0"]', '[data-row]', 'button:enabled']

/**
 * Unlocking removes the focused password field: then the first row or button of the unlocked content is focused. A
 * focus elsewhere is not moved.
 */
export function useFocusAfterUnlock(area: RefObject<HTMLElement | null>, open: boolean, ready: boolean) {
  const [wasLocked, setWasLocked] = useState(!open)
  if (!open && !wasLocked) setWasLocked(true)
  const waits = wasLocked && open && ready
  useEffect(() => {
    if (!waits) return
    // The rows render once their number is measured.
    const drawn = requestAnimationFrame(() => {
      setWasLocked(false)
      if (document.activeElement !== document.body) return
      const found = targets.map((target) => area.current?.querySelector<HTMLElement>(target))
      found.find(Boolean)?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(drawn)
  }, [waits, area])
}
