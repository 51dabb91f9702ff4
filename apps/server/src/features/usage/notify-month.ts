import { callStage, unlimited } from '@envhold/contract/billing/plans.ts'
import type { Context, DbContext, TrxContext } from '../../context.ts'
import { inTransaction } from '../../db/transaction.ts'
import { unlessTampered } from '../../db/unless-tampered.ts'
import { nextTurn } from '../../db/yield-to-event-loop.ts'
import { daysMs, type RetentionRule } from '../../jobs/retention-rule.ts'
import { createRunner, type Run, type Runner } from '../../jobs/runner.ts'
import { withdrawMails } from '../../mail/mail-queue-store.ts'
import { queueMailWithReceipt } from '../../mail/queue-mail.ts'
import { planOf } from '../plans/limits.ts'
import { listEveryPlan } from '../plans/plan-store.ts'
import { findUser, plansOf } from '../users/user-store.ts'
import {
  type CallMonth,
  callMonthDays,
  deleteCallMonths,
  listCallMonths,
  lockCallMonth,
  ownerOf,
  ownerPrincipal,
  readGraceEnd,
  saveNotified,
} from './call-month-store.ts'
import { findMonth, listMonths, windowEnd } from './rate-window-store.ts'

export const callMonthRetention: readonly RetentionRule[] = [
  {
    what: 'What an owner was notified of about the calls of a month',
    period: { days: callMonthDays },
    after: 'the month begins or, if later, reads beyond its limit do',
  },
]

interface Month {
  readonly start: number
  readonly limit: number
}

/** The stage of this month that an owner was notified of. A larger limit begins without any. */
const notifiedOf = ({ notified, notified_month, notified_limit }: CallMonth, { start, limit }: Month) =>
  notified_month === start && limit <= notified_limit ? notified : 0

/**
 * E-mails an owner that the calls of the month have reached a stage, once for each. Of several reached at once it is
 * the last one. A queued e-mail about the stage before is withdrawn.
 * @returns whether there was one
 * @throws TamperedRowError
 */
const notifyOwner = (ctx: Context, principal: string): Promise<boolean> =>
  inTransaction(ctx, async (tx) => {
    const row = await lockCallMonth(tx, principal)
    const owner = await findUser(tx, ownerOf(principal))
    const now = tx.clock()
    const month = await findMonth(tx.db, now, principal)
    if (owner?.status !== 'ACTIVE' || !month) return false
    const { max_api_calls_per_month: limit, display_name: plan } = await planOf(tx, owner.id)
    const stage = callStage(month.count, limit)
    if (stage <= notifiedOf(row, { start: month.start, limit })) return false
    await withdrawMails(tx, row.mail_id === null ? [] : [row.mail_id])
    const resets = windowEnd('month', now)
    const graceEnds = Math.min((await readGraceEnd(tx, principal)) ?? 0, resets)
    const variables = { plan, calls: month.count, limit, counted: now, resets, graceEnds }
    const to = owner.email
    const mail_id =
      stage === 100
        ? await queueMailWithReceipt(tx, 'callsUsedUp', { to, variables })
        : await queueMailWithReceipt(tx, 'callsRunningOut', {
            to,
            variables: { ...variables, percent: stage },
          })
    await saveNotified(tx, principal, {
      notified_month: month.start,
      notified: stage,
      notified_limit: limit,
      mail_id,
    })
    return true
  })

/** Withdraws the e-mail about the calls of a month, if it is still queued: another plan makes it untrue. */
export async function withdrawCallMail(tx: TrxContext, userId: number): Promise<void> {
  const [row] = await listCallMonths(tx.db, [ownerPrincipal(userId)])
  if (row?.mail_id) await withdrawMails(tx, [row.mail_id])
}

/** Notifies owners soon after a call of theirs has reached a stage. */
export interface CallNotifier extends Runner {
  stageReached(principal: string): void
}

/** What a process that ends has not done yet is left to the hourly sweep. */
export function createCallNotifier(ctx: Context): CallNotifier {
  const reached = new Set<string>()
  const run = async ({ signal }: Run) => {
    for (const principal of reached) {
      if (signal.aborted) return
      reached.delete(principal)
      await notifyOwner(ctx, principal)
    }
  }
  const runner = createRunner(ctx, { name: 'call-notifier', everyMs: 60_000, run })
  return {
    ...runner,
    stageReached(principal) {
      reached.add(principal)
      runner.wake()
    },
  }
}

const pageLength = 500

/**
 * Notifies every owner whose calls have reached a stage and who was not notified: the process ended, or the limit was
 * lowered. Deletes rows that no longer matter.
 * @returns how many were notified
 * @throws the first failure, after every other owner was notified
 */
export async function sweepCallMonths(ctx: Context): Promise<number> {
  const failures: unknown[] = []
  const now = ctx.clock()
  let notified = 0
  for (let after = ''; ; ) {
    const months = await listMonths(ctx.db, now, { after, limit: pageLength })
    for (const principal of await unnotifiedOf(ctx, months))
      await unlessTampered(ctx, 'sweep', async () => {
        if (await notifyOwner(ctx, principal)) notified++
      }).catch((error: unknown) => void failures.push(error))
    const last = months.at(-1)
    if (!last || months.length < pageLength) break
    after = last.principal
    await nextTurn()
  }
  await inTransaction(ctx, (tx) => deleteCallMonths(tx.db, now - daysMs(callMonthDays)))
  if (failures.length > 0) throw failures[0]
  return notified
}

type Months = Awaited<ReturnType<typeof listMonths>>

/** Those to whom something may be new. Their rows are authenticated then. */
async function unnotifiedOf(ctx: DbContext<'secrets'>, months: Months): Promise<string[]> {
  const limits = new Map(
    (await listEveryPlan(ctx)).map(({ name, max_api_calls_per_month }) => [name, max_api_calls_per_month]),
  )
  const plans = await plansOf(
    ctx.db,
    months.map(({ principal }) => ownerOf(principal)),
  )
  const rows = await listCallMonths(
    ctx.db,
    months.map(({ principal }) => principal),
  )
  const known = new Map(rows.map((row) => [row.principal, row]))
  return months.flatMap(({ principal, count, start }) => {
    const limit = limits.get(plans.get(ownerOf(principal)) ?? '') ?? unlimited
    const row = known.get(principal)
    const notified = row ? notifiedOf(row, { start, limit }) : 0
    return callStage(count, limit) > notified ? [principal] : []
  })
}
