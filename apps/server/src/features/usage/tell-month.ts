import { callStage, unlimited } from '@envhold/contract/billing/plans.ts'
import { TamperedRowError } from '../../app-error.ts'
import type { Context, DbContext, TrxContext } from '../../context.ts'
import { inTransaction } from '../../db/transaction.ts'
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
  noteTold,
  ownerOf,
  ownerPrincipal,
  readGraceEnd,
} from './call-month-store.ts'
import { findMonth, listMonths, windowEnd } from './rate-window-store.ts'

export const callMonthRetention: readonly RetentionRule[] = [
  {
    what: 'What an owner was told of the calls of a month',
    period: { days: callMonthDays },
    after: 'the month begins or, if later, reads beyond its limit do',
  },
]

interface Month {
  readonly start: number
  readonly limit: number
}

/** The stage that an owner was told of in this month. A larger limit is told of anew. */
const toldOf = ({ told, told_month, told_limit }: CallMonth, { start, limit }: Month) =>
  told_month === start && limit <= told_limit ? told : 0

/**
 * Mails an owner that the calls of the month have reached a stage, once for each. Of several reached at once, the last
 * one is told. A mail about the stage before that is still queued is withdrawn.
 * @returns whether there was one
 * @throws TamperedRowError
 */
const tellOwner = (ctx: Context, principal: string): Promise<boolean> =>
  inTransaction(ctx, async (tx) => {
    const row = await lockCallMonth(tx, principal)
    const owner = await findUser(tx, ownerOf(principal))
    const now = tx.clock()
    const month = await findMonth(tx.db, now, principal)
    if (owner?.status !== 'ACTIVE' || !month) return false
    const { max_api_calls_per_month: limit, display_name: plan } = await planOf(tx, owner.id)
    const stage = callStage(month.count, limit)
    if (stage <= toldOf(row, { start: month.start, limit })) return false
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
    await noteTold(tx, principal, { told_month: month.start, told: stage, told_limit: limit, mail_id })
    return true
  })

/** Withdraws the mail about the calls of a month, if it is still queued: another plan makes it untrue. */
export async function withdrawCallMail(tx: TrxContext, userId: number): Promise<void> {
  const [row] = await listCallMonths(tx.db, [ownerPrincipal(userId)])
  if (row?.mail_id) await withdrawMails(tx, [row.mail_id])
}

/** Tells owners soon after a call of theirs has reached a stage. */
export interface CallTeller extends Runner {
  stageReached(principal: string): void
}

/** A process that ends before it has told somebody leaves that to the hourly sweep. */
export function createCallTeller(ctx: Context): CallTeller {
  const reached = new Set<string>()
  const run = async ({ signal }: Run) => {
    for (const principal of reached) {
      if (signal.aborted) return
      reached.delete(principal)
      await tellOwner(ctx, principal)
    }
  }
  const runner = createRunner(ctx, { name: 'call-teller', everyMs: 60_000, run })
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
 * Tells every owner whose calls have reached a stage and who was not told: the process ended, or the limit was lowered.
 * Deletes what says nothing any more.
 * @returns how many were told
 * @throws the first failure, after every other owner was told
 */
export async function sweepCallMonths(ctx: Context): Promise<number> {
  const failures: unknown[] = []
  const now = ctx.clock()
  let told = 0
  for (let after = ''; ; ) {
    const months = await listMonths(ctx.db, now, { after, limit: pageLength })
    for (const principal of await untoldOf(ctx, months))
      try {
        if (await tellOwner(ctx, principal)) told++
      } catch (error) {
        if (!(error instanceof TamperedRowError)) failures.push(error)
        else ctx.log.tampered({ table: error.table, id: error.id, requestId: 'sweep' })
      }
    const last = months.at(-1)
    if (!last || months.length < pageLength) break
    after = last.principal
    await nextTurn()
  }
  await inTransaction(ctx, (tx) => deleteCallMonths(tx.db, now - daysMs(callMonthDays)))
  if (failures.length > 0) throw failures[0]
  return told
}

type Months = Awaited<ReturnType<typeof listMonths>>

/** Those to whom something may be new. Their rows are authenticated when they are told. */
async function untoldOf(ctx: DbContext<'secrets'>, months: Months): Promise<string[]> {
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
    const told = row ? toldOf(row, { start, limit }) : 0
    return callStage(count, limit) > told ? [principal] : []
  })
}
