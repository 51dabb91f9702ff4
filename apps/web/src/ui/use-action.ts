import { useState } from 'react'

/**
 * Runs work when it is asked for: whether it runs, and why the last run failed.
 * @param problemOf what people read of an error; undefined if they need not know
 */
export function useAction(work: () => Promise<unknown>, problemOf: (error: unknown) => string | undefined) {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const run = async () => {
    setBusy(true)
    setProblem(undefined)
    try {
      await work()
    } catch (error) {
      setProblem(problemOf(error))
    } finally {
      setBusy(false)
    }
  }
  return { run: () => void run(), isBusy, problem, setProblem }
}
