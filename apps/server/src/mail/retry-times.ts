const minute = 60_000
const hour = 60 * minute

/** How long to wait after each failed attempt. */
const waits = [minute, 5 * minute, 15 * minute, hour, 3 * hour, 7 * hour, 13 * hour]

export const maxWaitMs = Math.max(...waits)

/** When to try again after a number of attempts, about a day in total; undefined: give up. */
export const nextAttempt = (attempts: number, now: number): number | undefined => {
  const wait = waits[attempts - 1]
  return wait === undefined ? undefined : now + wait
}
