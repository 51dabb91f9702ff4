import type { DbContext } from '../../context.ts'
import { daysMs } from '../../jobs/retention-rule.ts'
import type { Sweep } from '../../jobs/sweeper.ts'
import { deleteAbandonedCheckouts } from '../sandbox/sandbox-store.ts'
import { resealSettings } from './payment-settings-store.ts'

const sandboxDays = 1

/** What one node does every hour about the settings of payments and the sandbox. */
export const paymentSweeps = (ctx: DbContext<'secrets' | 'clock'>): Sweep[] => [
  { name: 'payment-settings', run: () => resealSettings(ctx), retention: [] },
  {
    name: 'sandbox-checkouts',
    run: () => deleteAbandonedCheckouts(ctx, ctx.clock() - daysMs(sandboxDays)),
    retention: [
      {
        what: 'Abandoned checkouts of the sandbox',
        period: { days: sandboxDays },
        after: 'they expire',
      },
    ],
  },
]
