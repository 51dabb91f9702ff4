/** After a failed payment: when it is looked at again, and when the subscription is canceled. */

const dayMs = 86_400_000

/** The days after the failure on which the payment is tried again and its customer is mailed. */
const tryDays = [1, 3, 5, 7] as const
const lastDay = 8

export interface DunningProgress {
  readonly failed_at: number
  /** How many of the tries are done. */
  readonly tries: number
}

/** When the next step is due; it is the cancellation after the last try. */
export const nextStepAt = ({ failed_at, tries }: DunningProgress): number =>
  failed_at + (tryDays[tries] ?? lastDay) * dayMs

/**
 * What is due: one try, however many were missed, or the end.
 * @returns the number of tries that are done after this one
 */
export function dueStep(progress: DunningProgress, now: number): 'wait' | 'exhausted' | number {
  if (now < nextStepAt(progress)) return 'wait'
  if (progress.tries >= tryDays.length) return 'exhausted'
  return Math.max(progress.tries + 1, tryDays.filter((day) => progress.failed_at + day * dayMs <= now).length)
}
