import { useEffect, useState } from 'react'
import { copyFailed } from '../../../ui/feedback/copy-failed.ts'
import { copyText } from '../../../ui/text/copy-text.ts'

/** Copies a value without revealing it, and reports for a while which one was copied. */
export function useCopiedValue() {
  const [copied, setCopied] = useTemporaryState<string>()
  const copy = async (name: string, value: string) => {
    try {
      await copyText(value)
      setCopied(name)
    } catch (error) {
      copyFailed('Failed to copy value')(error)
    }
  }
  return { copied, copy }
}

const shownForMs = 2_000

/** A state that goes back to null two seconds after it was set. */
function useTemporaryState<T>() {
  const [state, setState] = useState<T | null>(null)
  useEffect(() => {
    if (state === null) return
    const timer = setTimeout(() => setState(null), shownForMs)
    return () => clearTimeout(timer)
  }, [state])
  return [state, setState] as const
}
