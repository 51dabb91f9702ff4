import { constants } from 'node:os'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const cleanUps = new Set<() => Promise<void>>()
let isEnding = false

async function end(signal: NodeJS.Signals): Promise<void> {
  isEnding = true
  // A further signal ends the process at once.
  for (const name of signals) process.off(name, end)
  await Promise.allSettled([...cleanUps].map((cleanUp) => cleanUp()))
  process.exit(128 + constants.signals[signal])
}

/** Cleans up after work that ends, fails, or is ended by a signal together with its process. */
export async function withCleanUp<T>(work: () => Promise<T>, cleanUp: () => Promise<void>): Promise<T> {
  if (cleanUps.size === 0) for (const name of signals) process.on(name, end)
  cleanUps.add(cleanUp)
  try {
    return await work()
  } finally {
    // The process ends soon, and has nothing to report.
    if (isEnding) await new Promise(() => {})
    cleanUps.delete(cleanUp)
    if (cleanUps.size === 0) for (const name of signals) process.off(name, end)
    await cleanUp()
  }
}
