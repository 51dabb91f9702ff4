import { useEffect, useRef } from 'react'

/** The value; while it is frozen, as it was before. */
export function useFrozen<T>(value: T, isFrozen: boolean): T {
  const former = useRef(value)
  useEffect(() => {
    if (!isFrozen) former.current = value
  }, [value, isFrozen])
  return isFrozen ? former.current : value
}
