import { useEffect, useState } from 'react'

const delayMs = 800

/**
 * Whether the page has been in front for a moment. Another site could bring it to the front between the two clicks of
 * a double click, so that the second one would approve.
 */
export function useInFront(): boolean {
  const [isInFront, setInFront] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const restart = () => {
      clearTimeout(timer)
      setInFront(false)
      timer = setTimeout(() => setInFront(true), delayMs)
    }
    restart()
    window.addEventListener('focus', restart)
    document.addEventListener('visibilitychange', restart)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('focus', restart)
      document.removeEventListener('visibilitychange', restart)
    }
  }, [])
  return isInFront
}
