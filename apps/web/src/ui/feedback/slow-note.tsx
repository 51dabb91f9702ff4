import { type ReactNode, useEffect, useState } from 'react'

/** Longer than such a call takes on a server that is not busy. */
const slowMs = 5_000

interface Props {
  /** Whether the work is in progress. */
  busy: boolean
  children: ReactNode
}

/** Explains why work takes longer than usual. It appears only after some seconds. */
export function SlowNote({ busy, children }: Props) {
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    if (!busy) return
    const timer = setTimeout(() => setSlow(true), slowMs)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [busy])
  // A screen reader announces only what changes inside an element that is already there.
  return (
    <p role="status" className="text-small text-ink-2 empty:hidden">
      {busy && slow ? children : null}
    </p>
  )
}
