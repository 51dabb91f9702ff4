import { useEffect, useState } from 'react'

const shortMs = 2_000

/** Something that holds for two seconds after it was said. */
export function useTemporaryState<T>() {
  const [said, setSaid] = useState<T | null>(null)
  useEffect(() => {
    if (said === null) return
    const timer = setTimeout(() => setSaid(null), shortMs)
    return () => clearTimeout(timer)
  }, [said])
  return [said, setSaid] as const
}
