/** Lets the event loop process waiting input. SQLite's synchronous queries never yield by themselves. */
export const nextTurn = () => new Promise<void>((resolve) => void setImmediate(resolve))

const maxTurns = 8

/**
 * Resolves after a turn of the event loop in which nothing more arrived, so that calls that arrive together are
 * processed together; after eight turns in any case. A turn costs microseconds when nothing else waits.
 * @param count how much has arrived so far
 */
export async function yieldToEventLoop(count: () => number): Promise<void> {
  for (let turn = 0; turn < maxTurns; turn++) {
    const before = count()
    await nextTurn()
    if (count() === before) return
  }
}
