import type { Context } from '../../../context.ts'

/** Longer than answering takes, so that the work cannot delay the answer that it belongs to. */
const delayMs = 100
const maxWaiting = 500

export type WorkAfterAnswer = (work: () => Promise<unknown>) => void

/**
 * Runs work one after the other, after its call was answered, so that the time of the answer reveals nothing about it.
 * Beyond the maximum, work is dropped: the caller can ask again.
 */
export function createWorkAfterAnswer({ log }: Pick<Context, 'log'>, task: string): WorkAfterAnswer {
  let waiting = 0
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    if (waiting >= maxWaiting) return
    waiting++
    setTimeout(() => {
      last = last
        .then(work)
        .catch((error: unknown) => log.taskFailed({ task, error }))
        .finally(() => {
          waiting--
        })
    }, delayMs).unref()
  }
}
