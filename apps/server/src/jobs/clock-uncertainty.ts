import { conflict } from '../app-error.ts'
import type { DbContext } from '../context.ts'
import { readFirstActivityTime, readRootTimes } from './node-store.ts'

/** Why the clock is not trusted to decide what is old, with the time in ms that nothing accounts for. */
export interface ClockUncertainty {
  readonly why: 'no record of the last day' | 'the clock jumped'
  readonly byMs: number
  /** When the server began to be uncertain. */
  readonly since: number
}

const dayMs = 86_400_000
/** More than there are in a day. */
const maxRoots = 200

/**
 * A sweep deletes what is old, and a wrong clock makes everything old. So nothing is deleted unless the hourly roots
 * cover the last day without a gap of more than a day. Other records prove nothing: somebody signs in even while the
 * clock is wrong. A clock that jumped, while a server ran or while none did, and a server that was off for days, hold
 * the sweeps for a day.
 */
export async function findClockUncertainty({
  db,
  clock,
}: DbContext<'clock'>): Promise<ClockUncertainty | undefined> {
  const now = clock()
  let later = now
  for (const at of await readRootTimes(db, maxRoots)) {
    const byMs = later - at
    if (Math.abs(byMs) > dayMs) return { why: 'the clock jumped', byMs, since: later }
    if (now - at >= dayMs) return undefined
    later = at
  }
  // All roots are of the last day. An instance that is older was started after a pause, or with a new version.
  const first = await readFirstActivityTime(db)
  const byMs = first === undefined ? 0 : later - first
  return Math.abs(byMs) > dayMs ? { why: 'no record of the last day', byMs, since: later } : undefined
}

/**
 * A wrong clock makes everything old, so nothing that deletes what is old starts under one.
 * @throws AppError CONFLICT
 */
export async function requireTrustedClock(ctx: DbContext<'clock'>): Promise<void> {
  const uncertainty = await findClockUncertainty(ctx)
  if (!uncertainty) return
  const why =
    uncertainty.why === 'the clock jumped' ? 'the clock jumped' : 'there is no record of the last day'
  throw conflict(
    `The server does not trust its clock: ${why}. Check the clock; deleting is possible again within a day.`,
  )
}

const sayEveryMs = 3_600_000

/** Asks whether the clock is trusted. Logs that it is not, at most once an hour. */
export function createClockTrust(ctx: DbContext<'clock' | 'log'>): () => Promise<boolean> {
  let sayAgainAt = 0
  return async () => {
    const uncertainty = await findClockUncertainty(ctx)
    if (uncertainty && performance.now() >= sayAgainAt) {
      ctx.log.sweepsHeld(uncertainty)
      sayAgainAt = performance.now() + sayEveryMs
    }
    return !uncertainty
  }
}
