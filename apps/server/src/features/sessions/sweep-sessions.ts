import type { Context } from '../../context.ts'
import { sweepAttempts } from '../accounts/attempt-store.ts'
import { deleteExpiredSessions } from './session-store.ts'

/** Forgets sessions that have expired, and counts of attempts that no longer matter. @returns how many rows went */
export async function sweepSessions(ctx: Pick<Context, 'db' | 'clock'>): Promise<number> {
  return (await deleteExpiredSessions(ctx.db, ctx.clock())) + (await sweepAttempts(ctx))
}
