import type { Variables } from '@envhold/formats/variables.ts'
import { useEffect, useState } from 'react'
import { type ComparisonSummary, type ReadEnvironment, summarizeComparison } from './comparison.ts'
import type { OtherEnvironments } from './use-other-environments.ts'

const none: ReadonlyMap<string, ComparisonSummary> = new Map()

const pause = () => new Promise<void>((resolve) => setTimeout(resolve))

/** The signs of an environment's keys; none until all other environments are read. */
export function useComparison(
  variables: Variables,
  isProtected: boolean,
  others: OtherEnvironments,
): ReadonlyMap<string, ComparisonSummary> {
  const [signs, setSigns] = useState(none)
  const { read, failed, isSettled } = others
  const isComplete = failed.length === 0
  useEffect(() => {
    if (variables.size === 0 || read.length === 0) return setSigns(none)
    // Signs of before stay while one environment is read again.
    if (!isSettled) return
    let isCancelled = false
    const pace = { now: () => performance.now(), pause, isCancelled: () => isCancelled }
    const compute = async () => {
      const computed = await computeComparison({ protected: isProtected, variables }, read, isComplete, pace)
      if (computed && !isCancelled) setSigns(computed)
    }
    void compute()
    return () => {
      isCancelled = true
    }
  }, [variables, isProtected, read, isComplete, isSettled])
  return signs
}

/** How long the page may be busy at a time, in milliseconds: half of a frame. */
const sliceMs = 8

interface Pace {
  /** In milliseconds, from any start. */
  readonly now: () => number
  /** Lets the page draw and answer keys. */
  readonly pause: () => Promise<void>
  readonly isCancelled: () => boolean
}

/** The signs of all keys, worked out in short slices; undefined if it was cancelled. */
export async function computeComparison(
  here: Pick<ReadEnvironment, 'protected' | 'variables'>,
  others: readonly ReadEnvironment[],
  isComplete: boolean,
  { now, pause, isCancelled }: Pace,
): Promise<ReadonlyMap<string, ComparisonSummary> | undefined> {
  const signs = new Map<string, ComparisonSummary>()
  let until = now() + sliceMs
  for (const key of here.variables.keys()) {
    const sign = summarizeComparison(key, here, others, isComplete)
    if (sign) signs.set(key, sign)
    if (now() < until) continue
    await pause()
    if (isCancelled()) return undefined
    until = now() + sliceMs
  }
  return signs
}
