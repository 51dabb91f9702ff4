import { useEffect, useState } from 'react'
import { copyText } from './copy-text.ts'

const shownFor = 2_000

/** Copies text, and is true for two seconds afterwards. */
export function useCopy() {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), shownFor)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async (text: string) => {
    await copyText(text)
    setCopied(true)
  }
  return { copied, copy }
}
