/**
 * Work that can pause: a generator that yields between its steps, each of which takes a few milliseconds at most. A
 * browser runs it in slices, so that it keeps reacting.
 */
export type Steps<T> = Generator<undefined, T>

/** Does all of the work at once. */
export function finishSteps<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** Whether to pause after this many small pieces of work. */
export const isPause = (count: number): boolean => count % 32 === 0
