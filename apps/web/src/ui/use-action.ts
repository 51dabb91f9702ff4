import { useState } from 'react'

/**
 * Runs work when it is asked for: whether it runs, and why the last run failed.
 * @param problemOf what people are told of an error; undefined if they need not know
 * @param initial what failed before
 */
export function useAction<Problem = string>(
  work: () => Promise<unknown>,
  problemOf: (error: unknown) => Problem | undefined,
  initial?: Problem,
) {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState(initial)
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
