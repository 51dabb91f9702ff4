/** The e-mail addresses that accounts gave up recently. While the change can be undone, nobody else gets them. */
import { undoEmailDays } from '@envhold/contract/accounts/mailed-links.ts'
import type { DbContext } from '../../context.ts'
import { emailChanges } from '../../db/schema/factors.ts'
import { signedRows } from '../../db/signed-rows.ts'
import { daysMs } from '../../jobs/retention-rule.ts'

export const undoEmailMs = daysMs(undoEmailDays)

const stored = signedRows(emailChanges)

/** Whether a change that can be undone may give this address back to another account. @param userId may have it */
export const isEmailReserved = (ctx: DbContext<'clock'>, emailCanonical: string, userId: number | null) =>
  stored.has(ctx, [
    { old_canonical: emailCanonical },
    (is) => is('confirmed_at', '>', ctx.clock() - undoEmailMs),
    userId === null ? {} : (is) => is('user_id', '!=', userId),
  ])

/** The confirmed changes of an account that can be undone, the oldest first. @throws TamperedRowError */
export const listUndoableChanges = (ctx: DbContext<'secrets' | 'clock'>, userId: number) =>
  stored.list(ctx, [{ user_id: userId }, (is) => is('confirmed_at', '>', ctx.clock() - undoEmailMs)], {
    orderBy: ['confirmed_at', 'created_at'],
  })
