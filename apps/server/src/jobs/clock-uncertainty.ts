import type { Context } from '../context.ts'
import { readNewestEntryTime } from '../db/stored-heads.ts'

/** Why the clock is not trusted to decide what is old, with its error in milliseconds. */
export interface ClockUncertainty {
  readonly why: 'newest entry is far away' | 'clock jumped'
  readonly byMs: number
}

const dayMs = 86_400_000

/**
 * A sweep deletes what is old, and a wrong clock makes everything old. So nothing is deleted while the newest audit
 * entry is more than a day from now, nor for a day after the clock has jumped by more than a day.
 */
export function detectClockUncertainty(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  monotonic = () => performance.now(),
): { find(): Promise<ClockUncertainty | undefined> } {
  let seen = { clock: clock(), monotonic: monotonic() }
  let jump: { readonly byMs: number; readonly until: number } | undefined

  const findJump = (): ClockUncertainty | undefined => {
    const now = { clock: clock(), monotonic: monotonic() }
    const byMs = now.clock - seen.clock - (now.monotonic - seen.monotonic)
    seen = now
    if (Math.abs(byMs) > dayMs) jump = { byMs, until: now.monotonic + dayMs }
    return jump && now.monotonic < jump.until ? { why: 'clock jumped', byMs: jump.byMs } : undefined
  }

  return {
    find: async () => {
      const jumped = findJump()
      if (jumped) return jumped
      const newest = await readNewestEntryTime(db)
      const byMs = newest === undefined ? 0 : clock() - newest
      return Math.abs(byMs) > dayMs ? { why: 'newest entry is far away', byMs } : undefined
    },
  }
}
