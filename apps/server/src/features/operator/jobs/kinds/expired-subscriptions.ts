import type { Tx } from '../../../audit-log/tx.ts'
import { listSubscriptions } from '../../../billing/subscriptions/subscription-store.ts'
import { findPlan } from '../../../plans/plan-store.ts'
import { findUser } from '../../../users/user-store.ts'
import { countOf, namesOf, nextOf, pastDeadline } from '../due-store.ts'
import { bytesOfArchived, countDowngrades } from '../expired-store.ts'
import type { Done, JobKind, KindDeps, PhaseEffect } from '../job-kind.ts'

/** Ends grace periods whose time is over, and deletes archived projects past their time, account by account. */
export const expiredSubscriptionsKind = ({ ctx, work }: KindDeps): JobKind => ({
  needsClock: true,
  preview: async () => {
    const now = ctx.clock()
    const due = pastDeadline(ctx.db, now)
    const users = await countOf(due)
    const { archivedPastTime } = await countDowngrades(ctx.db, now, now)
    return { counts: { users, projects: archivedPastTime }, names: await namesOf(due), total: users }
  },
  next: async (after, limit) =>
    (await nextOf(pastDeadline(ctx.db, ctx.clock()), Number(after ?? 0), limit)).map(String),
  process: async (item, run) => {
    const account = Number(item)
    const bytes = await bytesOfArchived(ctx.db, account)
    await work.updateAccount(account, {
      actor: run.actor,
      also: async (tx, effects) =>
        await run.note(tx, { account, ...(await describe(tx, account, effects, bytes)) }),
    })
  },
  accountOf: Number,
})

async function describe(
  tx: Tx,
  userId: number,
  effects: readonly PhaseEffect[],
  bytes: ReadonlyMap<number, number>,
): Promise<Pick<Done, 'counts' | 'detail'>> {
  const deleted = effects.flatMap(({ kind, project }) => (kind === 'delete' && project ? [project] : []))
  const isFinal = effects.some(({ kind }) => kind === 'downgrade_final')
  const counts = {
    ...(isFinal && { finalizedDowngrades: 1 }),
    ...(deleted.length > 0 && {
      archivedProjectsDeleted: deleted.length,
      freedBytes: deleted.reduce((sum, id) => sum + (bytes.get(id) ?? 0), 0),
    }),
  }
  const user = await findUser(tx, userId)
  if (!user) return { counts }
  const { username, email, plan } = user
  const old = (await listSubscriptions(tx, userId)).at(-1)?.plan
  const nameOf = async (name: string) => (await findPlan(tx, name))?.display_name ?? name
  return {
    counts,
    detail: {
      username,
      email,
      oldPlan: old === undefined ? '' : await nameOf(old),
      newPlan: await nameOf(plan),
      archivedProjectsDeleted: deleted.length,
    },
  }
}
