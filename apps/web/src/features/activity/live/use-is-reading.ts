import type { RefObject } from 'react'
import { useEffect, useState } from 'react'

/** Below this the header lies over the page. */
const headerPx = 56

/** Whether the top of a list is scrolled out of view, so that the user reads further down. */
export function useIsReading(mark: RefObject<Element | null>): boolean {
  const [isReading, setIsReading] = useState(false)
  useEffect(() => {
    if (!mark.current) return
    const observer = new IntersectionObserver(
      ([entry]) => entry && setIsReading(!entry.isIntersecting && entry.boundingClientRect.top < headerPx),
      { rootMargin: `-${headerPx}px 0px 0px 0px` },
    )
    observer.observe(mark.current)
    return () => observer.disconnect()
  }, [mark])
  return isReading
}
