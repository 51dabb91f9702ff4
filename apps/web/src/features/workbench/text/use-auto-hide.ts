import { useEffect, useEffectEvent } from 'react'

const shownForMs = 30_000

/**
 * Hides the unedited text when the window loses the focus, and after 30 seconds; a change of `seen` restarts the
 * timer.
 */
export function useAutoHide(enabled: boolean, seen: unknown, hide: () => void) {
  const run = useEffectEvent(hide)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change restarts the timer.
  useEffect(() => {
    if (!enabled) return
    const leave = () => run()
    const timer = setTimeout(leave, shownForMs)
    window.addEventListener('blur', leave)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('blur', leave)
    }
  }, [enabled, seen])
}
