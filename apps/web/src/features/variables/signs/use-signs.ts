import type { Variables } from '@envhold/formats/variables.ts'
import { useEffect, useState } from 'react'
import { computeSigns } from './compute-signs.ts'
import type { Sign } from './sign.ts'
import type { OtherEnvironments } from './use-other-environments.ts'

const none: ReadonlyMap<string, Sign> = new Map()

const pause = () => new Promise<void>((resolve) => setTimeout(resolve))

/** The signs of an environment's keys; none until all other environments are read. */
export function useSigns(
  variables: Variables,
  isProtected: boolean,
  others: OtherEnvironments,
): ReadonlyMap<string, Sign> {
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
      const computed = await computeSigns({ protected: isProtected, variables }, read, isComplete, pace)
      if (computed && !isCancelled) setSigns(computed)
    }
    void compute()
    return () => {
      isCancelled = true
    }
  }, [variables, isProtected, read, isComplete, isSettled])
  return signs
}
