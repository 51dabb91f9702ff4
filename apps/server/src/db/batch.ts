import { yieldToEventLoop } from './yield-to-event-loop.ts'

/**
 * Lets concurrent callers share one piece of work: everything added during a flush goes into the next one together.
 * With a transaction as the flush, this is group commit: one fsync for all callers.
 */
export interface Batch<Item, Result> {
  /** Resolves once the flush that contains the item is done; rejects if that flush failed. */
  add(item: Item): Promise<Result>
}

const largest = 200

export function createBatch<Item, Result>(
  flush: (items: readonly Item[]) => Promise<readonly Result[]>,
): Batch<Item, Result> {
  type Waiting = { item: Item; done: (result: Result) => void; failed: (error: unknown) => void }
  let waiting: Waiting[] = []
  let running = false

  const run = async () => {
    while (waiting.length > 0) {
      await yieldToEventLoop(() => waiting.length)
      const taken = waiting.slice(0, largest)
      waiting = waiting.slice(largest)
      try {
        const results = await flush(taken.map(({ item }) => item))
        for (const [index, { done }] of taken.entries()) done(results[index] as Result)
      } catch (error) {
        for (const { failed } of taken) failed(error)
      }
    }
    running = false
  }

  return {
    add: (item) =>
      new Promise((done, failed) => {
        waiting.push({ item, done, failed })
        if (running) return
        running = true
        void run()
      }),
  }
}
