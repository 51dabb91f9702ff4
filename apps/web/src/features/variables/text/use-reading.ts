import type { Variables } from '@envhold/formats/variables.ts'
import { useEffect, useState } from 'react'
import { readTextSteps, type TextReading, unedited } from './environment-text.ts'
import { runInSlices } from './run-in-slices.ts'

/** Reading starts after this pause in typing. */
const pauseMs = 80

interface Source {
  readonly text: string
  readonly base: Variables
  readonly leftOut: readonly string[]
}

/** Reads the text in the background. While it is not `isCurrent`, the reading is that of an earlier text. */
export function useReading({ text, base, leftOut }: Source): { reading: TextReading; isCurrent: boolean } {
  const [read, setRead] = useState<{ text: string; base: Variables; reading: TextReading }>()
  useEffect(() => {
    const stop = new AbortController()
    const timer = setTimeout(async () => {
      const reading = await runInSlices(readTextSteps(text, base, leftOut), stop.signal)
      if (reading && !stop.signal.aborted) setRead({ text, base, reading })
    }, pauseMs)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [text, base, leftOut])
  return { reading: read?.reading ?? unedited, isCurrent: read?.text === text && read.base === base }
}
