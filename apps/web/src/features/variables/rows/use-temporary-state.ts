import { useEffect, useState } from 'react'

const shownForMs = 2_000

/** A state that goes back to null two seconds after it was set. */
export function useTemporaryState<T>() {
  const [state, setState] = useState<T | null>(null)
  useEffect(() => {
    if (state === null) return
    const timer = setTimeout(() => setState(null), shownForMs)
    return () => clearTimeout(timer)
  }, [state])
  return [state, setState] as const
}
