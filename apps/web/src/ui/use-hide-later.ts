import { useEffect, useEffectEvent } from 'react'

const shownForMs = 30_000

/** Hides a secret when the window loses the focus, and after 30 seconds. */
export function useHideLater(secret: unknown, hide: () => void): void {
  const run = useEffectEvent(hide)
  useEffect(() => {
    if (!secret) return
    const leave = () => run()
    const timer = setTimeout(leave, shownForMs)
    window.addEventListener('blur', leave)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('blur', leave)
    }
  }, [secret])
}
