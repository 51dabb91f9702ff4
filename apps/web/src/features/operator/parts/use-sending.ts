import { useState } from 'react'
import { isPromptCanceled } from '../../../connection/prompt-cancelled.ts'

/** Whether work is under way, and what starts it. @param fail what follows from an error */
export function useWork(fail: (error: unknown) => void) {
  const [busy, setBusy] = useState(false)
  const start = async (work: () => Promise<void>) => {
    setBusy(true)
    try {
      await work()
    } catch (error) {
      fail(error)
    } finally {
      setBusy(false)
    }
  }
  return [busy, start] as const
}

/** Sends what a form has: whether that is under way, and why it failed. Canceling a prompt is not a failure. */
export function useSending(textOf: (error: unknown) => string) {
  const [failure, setFailure] = useState('')
  const [busy, start] = useWork((error) => !isPromptCanceled(error) && setFailure(textOf(error)))
  const send = (work: () => Promise<void>) => {
    setFailure('')
    return start(work)
  }
  return { send, busy, failure, setFailure }
}
