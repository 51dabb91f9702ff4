import { formatCount } from '@envhold/contract/format-count.ts'
import type { Context } from '../../../context.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { queueMail } from '../../../mail/queue-mail.ts'
import { transact } from '../../audit-log/tx.ts'
import {
  countProjects,
  type DeletionGuard,
  listOperatorEmails,
  lockDeletionGuard,
  saveDeletionGuard,
} from './deletion-guard-store.ts'

const dayMs = 86_400_000
/** Fewer projects than this never stop. */
const minCount = 20

/** What may happen to so many projects, after what has happened in the last day. */
export function nextGuard(guard: DeletionGuard, planned: number, total: number, now: number): DeletionGuard {
  const done = guard.done.filter(({ at }) => at > now - dayMs && at <= now)
  const released = guard.released && guard.released.until > now ? guard.released : null
  const confirmed = Math.min(planned, released?.count ?? 0)
  const counted = planned - confirmed
  const sum = done.reduce((all, { count }) => all + count, counted)
  const stops = counted > 0 && sum >= minCount && sum > total / 4
  if (stops) {
    const heldSince = guard.held ? guard.heldSince : now
    return { ...guard, done, released, held: { count: planned, total }, heldSince }
  }
  return {
    ...guard,
    done: counted > 0 ? [...done, { at: now, count: counted }] : done,
    released: released && { ...released, count: released.count - confirmed },
    held: null,
    heldSince: null,
  }
}

/**
 * Decides whether so many projects may be archived or deleted now. More than a quarter of all projects within a day
 * stops: a wrong clock or a provider's outage must not delete an instance. Operators are mailed once a day until one of
 * them confirms the number.
 */
export const checkDeletionGuard = (ctx: Context, planned: number): Promise<boolean> =>
  inTransaction(ctx, async (tx) => {
    const now = ctx.clock()
    const before = await lockDeletionGuard(tx)
    const next = nextGuard(before, planned, await countProjects(tx.db), now)
    const { held, mailedAt } = next
    if (!held) {
      await saveDeletionGuard(tx, next)
      return true
    }
    ctx.log.downgradesHeld({ projects: held.count, of: held.total })
    const isMailDue = mailedAt === null || mailedAt > now || now - mailedAt >= dayMs
    await saveDeletionGuard(tx, isMailDue ? { ...next, mailedAt: now } : next)
    if (isMailDue)
      for (const to of await listOperatorEmails(tx))
        await queueMail(tx, 'downgradeBrake', { to, variables: held })
    return false
  })

export type Released =
  | { readonly released: true }
  /** How many projects wait; null: none. */
  | { readonly released: false; readonly held: number | null }

/**
 * An operator confirms that so many projects may be archived or deleted within the next 24 hours. The number must be
 * the one that waits.
 */
export const confirmDeletions = (ctx: Context, count: number): Promise<Released> =>
  transact(ctx, { userId: null, origin: null }, async (tx) => {
    const guard = await lockDeletionGuard(tx)
    if (guard.held?.count !== count) return { released: false, held: guard.held?.count ?? null }
    const released = { count, until: tx.clock() + dayMs }
    await saveDeletionGuard(tx, { ...guard, held: null, heldSince: null, mailedAt: null, released })
    const description = `An operator confirmed that ${formatCount(count, 'project')} may be archived or deleted within a day`
    tx.record({ type: 'downgrade_brake_released', description })
    return { released: true }
  })
