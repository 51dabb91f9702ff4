import { constants } from 'node:os'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const cleanUps = new Set<() => Promise<void>>()
let isEnding = false

/** In a container, where a signal without a listener does nothing. */
const isFirstProcess = process.pid === 1

const listen = () => {
  for (const name of signals) process.on(name, end)
}

const stopListening = () => {
  for (const name of signals) process.off(name, end)
}

/** Lets signals end the first process of a container, too, as they end any other. */
export function endOnSignals(): void {
  if (isFirstProcess) listen()
}

async function end(signal: NodeJS.Signals): Promise<void> {
  const exitCode = 128 + constants.signals[signal]
  // A further signal ends the process at once.
  if (isEnding) process.exit(exitCode)
  isEnding = true
  if (!isFirstProcess) stopListening()
  await Promise.allSettled([...cleanUps].map((cleanUp) => cleanUp()))
  process.exit(exitCode)
}

/** Cleans up after work that ends, fails, or is ended by a signal together with its process. */
export async function withCleanUp<T>(work: () => Promise<T>, cleanUp: () => Promise<void>): Promise<T> {
  if (cleanUps.size === 0 && !isFirstProcess) listen()
  cleanUps.add(cleanUp)
  try {
    return await work()
  } finally {
    // The process ends soon, and has nothing to report.
    if (isEnding) await new Promise(() => {})
    cleanUps.delete(cleanUp)
    if (cleanUps.size === 0 && !isFirstProcess) stopListening()
    await cleanUp()
  }
}
