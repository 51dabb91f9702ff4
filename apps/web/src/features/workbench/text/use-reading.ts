import type { Variables } from '@envhold/formats/variables.ts'
import { useEffect, useState } from 'react'
import { runInSlices } from '../comparison/run-in-slices.ts'
import { readTextSteps, type TextReading, unedited } from './environment-text.ts'

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
    let stop = () => {}
    const timer = setTimeout(() => {
      const finish = (reading: TextReading) => setRead({ text, base, reading })
      stop = runInSlices(readTextSteps(text, base, leftOut), finish)
    }, pauseMs)
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [text, base, leftOut])
  return { reading: read?.reading ?? unedited, isCurrent: read?.text === text && read.base === base }
}
