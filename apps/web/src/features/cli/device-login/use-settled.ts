import { useEffect, useState } from 'react'

const settleMs = 800

/**
 * Whether the page has been in front for a moment. Another site could bring it to the front between the two clicks of
 * a double click, so that the second one would approve.
 */
export function useSettled(): boolean {
  const [isSettled, setSettled] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const settle = () => {
      clearTimeout(timer)
      setSettled(false)
      timer = setTimeout(() => setSettled(true), settleMs)
    }
    settle()
    window.addEventListener('focus', settle)
    document.addEventListener('visibilitychange', settle)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('focus', settle)
      document.removeEventListener('visibilitychange', settle)
    }
  }, [])
  return isSettled
}
