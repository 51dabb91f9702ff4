import { undoEmailDays } from '@envhold/contract/accounts/mailed-links.ts'
import type { DbContext } from '../../../context.ts'
import type { RetentionRule } from '../../../jobs/retention-rule.ts'
import { deleteOldChanges } from './email-change-store.ts'

export const emailChangeRetention: readonly RetentionRule[] = [
  {
    what: 'The former e-mail address of an account',
    period: { days: undoEmailDays },
    after: 'it is changed',
  },
]

/** Deletes changes of addresses that can no longer be undone. @returns how many there were */
export const sweepEmailChanges = (ctx: DbContext<'clock'>): Promise<number> =>
  deleteOldChanges(ctx.db, ctx.clock())
