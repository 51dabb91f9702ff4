import type { RefObject } from 'react'
import { useEffect, useState } from 'react'

const targets = ['[data-row][tabindex="0"]', '[data-row]', 'button:enabled']

/**
 * The field that took the password goes with the unlocking, and the focus with it: then what was unlocked takes it, its
 * first row or what there is to press. A focus that is elsewhere stays there.
 */
export function useFocusAfterUnlock(area: RefObject<HTMLElement | null>, open: boolean, ready: boolean) {
  const [wasLocked, setWasLocked] = useState(!open)
  if (!open && !wasLocked) setWasLocked(true)
  const waits = wasLocked && open && ready
  useEffect(() => {
    if (!waits) return
    // The rows are drawn once it is known how many fit.
    const drawn = requestAnimationFrame(() => {
      setWasLocked(false)
      if (document.activeElement !== document.body) return
      const found = targets.map((target) => area.current?.querySelector<HTMLElement>(target))
      found.find(Boolean)?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(drawn)
  }, [waits, area])
}
