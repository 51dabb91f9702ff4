import { useEffect, useRef } from 'react'

/** The value; while it is frozen, as it was before. */
export function useFrozen<T>(value: T, isFrozen: boolean): T {
  const kept = useRef(value)
  useEffect(() => {
    if (!isFrozen) kept.current = value
  }, [value, isFrozen])
  return isFrozen ? kept.current : value
}
