/** Lets the event loop process waiting input. SQLite's synchronous queries never yield by themselves. */
export const nextTurn = () => new Promise<void>((resolve) => void setImmediate(resolve))

const inLine: (() => void)[] = []
const resumeNext = () => {
  inLine.shift()?.()
  if (inLine.length > 0) setImmediate(resumeNext)
}

/** The same for work of milliseconds: whoever waits is resumed in a turn of its own, so that input is read in between. */
export const ownTurn = () =>
  new Promise<void>((resolve) => {
    if (inLine.push(resolve) === 1) setImmediate(resumeNext)
  })

/** Resolves when all callers that were resumed at the same moment have run, before the event loop reads more input. */
export const endOfTick = () => new Promise<void>((resolve) => process.nextTick(resolve))

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

/** The same for many callers, who wait for one turn together and are then resumed at the same moment. */
export function createSharedYield(): () => Promise<void> {
  let arrived = 0
  let quiet: Promise<void> | undefined
  const wait = async () => {
    await yieldToEventLoop(() => arrived)
    quiet = undefined
  }
  return () => {
    arrived++
    quiet ??= wait()
    return quiet
  }
}
