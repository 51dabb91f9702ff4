/** After a failed payment: when it is tried again, and when the subscription is canceled. */

const dayMs = 86_400_000

/** The days after the failure on which the payment is tried again and its customer is mailed. */
const tryDays = [1, 3, 5, 7] as const
const lastDay = 8

/** No step follows another sooner, so that tries which an outage held up are made up, each with its mail. */
const restMs = 20 * 3_600_000

export interface DunningProgress {
  readonly failed_at: number
  /** How many of the tries are done. */
  readonly tries: number
}

export const triesLeft = ({ tries }: Pick<DunningProgress, 'tries'>): number =>
  Math.max(0, tryDays.length - tries)

const plannedStepAt = ({ failed_at, tries }: DunningProgress): number =>
  failed_at + (tryDays[tries] ?? lastDay) * dayMs

/** When the step after one that is done now is due; it is the cancellation after the last try. */
export const nextStepAt = (progress: DunningProgress, now: number): number =>
  Math.max(plannedStepAt(progress), now + restMs)

/** When the subscription is canceled if no try succeeds. */
export function endsAt({ failed_at, tries }: DunningProgress, nextAt: number): number {
  let at = nextAt
  for (let done = tries + 1; done <= tryDays.length; done++) at = nextStepAt({ failed_at, tries: done }, at)
  return at
}
