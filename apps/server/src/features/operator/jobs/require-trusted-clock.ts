import { AppError } from '../../../app-error.ts'
import type { Context } from '../../../context.ts'
import { findClockUncertainty } from '../../../jobs/clock-uncertainty.ts'
import type { JobKind } from './job-kind.ts'

/**
 * A wrong clock makes everything old, so nothing that deletes what is old starts under one.
 * @throws AppError CONFLICT
 */
export async function requireTrustedClock(ctx: Context, { needsClock }: JobKind): Promise<void> {
  if (!needsClock) return
  const uncertainty = await findClockUncertainty(ctx)
  if (!uncertainty) return
  const why =
    uncertainty.why === 'the clock jumped' ? 'the clock jumped' : 'there is no record of the last day'
  throw new AppError('CONFLICT', {
    message: `The server does not trust its clock: ${why}. Check the clock; deleting is possible again within a day.`,
  })
}
