/** Lets the event loop process what is waiting. SQLite never does, because its results are immediate. */
export const nextTurn = () => new Promise<void>((resolve) => void setImmediate(resolve))

const mostTurns = 8

/**
 * Resolves after a turn of the event loop that brought nothing more, so that what arrives together is processed
 * together; after eight turns at most. One turn costs microseconds when nothing else is waiting.
 * @param count how much has arrived so far
 */
export async function yieldToEventLoop(count: () => number): Promise<void> {
  for (let turn = 0; turn < mostTurns; turn++) {
    const before = count()
    await nextTurn()
    if (count() === before) return
  }
}
