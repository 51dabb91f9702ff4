import { inject } from 'vitest'
import { hour, type MovedServer } from './moved-server.ts'

/** Below a day: an instance that wrote no root for longer does not trust its clock. */
const step = () => (inject('longRuns') ? 5 * hour : 23 * hour)

/** Passes time until `time`, in steps; `onDay` runs after each. */
export async function passTo(server: MovedServer, time: number, onDay: () => Promise<void>): Promise<void> {
  for (;;) {
    const left = time - server.now()
    if (left <= 0) return
    // The last step must not be too short for the hourly work.
    const next = left <= step() ? Math.max(hour, left) : Math.min(step(), left - hour)
    await server.pass(next)
    await onDay()
  }
}
