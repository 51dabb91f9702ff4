/** Lets the event loop take in what waits. SQLite never does by itself: its answers are there at once. */
export const nextTurn = () => new Promise<void>((resolve) => void setImmediate(resolve))

const mostTurns = 8

/**
 * Resolves after a turn of the event loop that brought nothing more, so that what arrives together is taken together;
 * after eight turns in any case. One turn costs microseconds where nothing else waits.
 * @param count how much has arrived so far
 */
export async function yieldToEventLoop(count: () => number): Promise<void> {
  for (let turn = 0; turn < mostTurns; turn++) {
    const before = count()
    await nextTurn()
    if (count() === before) return
  }
}
