import type { Context } from '../../context.ts'
import type { Sweep } from '../../jobs/sweeper.ts'
import { deleteAbandonedCheckouts } from '../sandbox/sandbox-store.ts'
import { resealSettings } from './payment-settings-store.ts'

const dayMs = 24 * 3_600_000

/** What one node does every hour about the settings of payments and the sandbox. */
export const paymentSweeps = (ctx: Pick<Context, 'db' | 'secrets' | 'clock'>): Sweep[] => [
  { name: 'payment-settings', run: () => resealSettings(ctx) },
  { name: 'sandbox-checkouts', run: () => deleteAbandonedCheckouts(ctx, ctx.clock() - dayMs) },
]
