import { type RefObject, useEffect, useState } from 'react'

/** An element that only touches the edge of the window counts as out of view. */
const rootMargin = '-1px 0px 0px'

/** Whether an element is out of view. */
export function useIsOutOfView(element: RefObject<HTMLElement | null>): boolean {
  const [isOut, setOut] = useState(false)
  useEffect(() => {
    if (!element.current) return
    const observer = new IntersectionObserver(([entry]) => entry && setOut(!entry.isIntersecting), {
      rootMargin,
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return isOut
}
