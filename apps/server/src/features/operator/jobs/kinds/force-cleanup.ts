import { transact } from '../../../audit-log/tx.ts'
import { countOf, namesOf, nextOf, ownersOfExpiredProjects } from '../due-store.ts'
import {
  bytesOfOwner,
  bytesOfProjects,
  countExpiredProjects,
  deleteProjectsForGood,
  listExpiredProjects,
} from '../expired-store.ts'
import type { JobKind, KindDeps } from '../job-kind.ts'
import { expiredAccountsKind } from './expired-accounts.ts'
import { expiredSubscriptionsKind } from './expired-subscriptions.ts'
import { inOrder } from './in-order.ts'
import { sweepsKind } from './sweeps.ts'

/** What the stages before do, account by account. */
const doneBefore = ['accounts', 'projects', 'account-phases']

/** Counts what it deletes; the accounts themselves stay. */
function endedGraces(deps: KindDeps): JobKind {
  const kind = expiredSubscriptionsKind(deps)
  return {
    ...kind,
    preview: async () => {
      const { counts, ...rest } = await kind.preview()
      return { ...rest, counts: { projects: counts.projects ?? 0 } }
    },
  }
}

/** Deletes everything whose time is over: accounts, projects, archived projects, and what the hourly tasks delete. */
export const forceCleanupKind = (deps: KindDeps): JobKind =>
  inOrder([
    expiredAccountsKind(deps, (userId) => bytesOfOwner(deps.ctx.db, userId)),
    expiredProjectsKind(deps),
    endedGraces(deps),
    sweepsKind(deps, (name) => !doneBefore.includes(name)),
  ])

/** Deletes projects for good that their owners deleted, owner by owner. */
const expiredProjectsKind = ({ ctx }: Pick<KindDeps, 'ctx'>): JobKind => ({
  needsClock: true,
  preview: async () => {
    const now = ctx.clock()
    const owners = ownersOfExpiredProjects(ctx.db, now)
    const projects = await countExpiredProjects(ctx.db, now)
    return { counts: { projects }, names: await namesOf(owners), total: await countOf(owners) }
  },
  next: async (after, limit) =>
    (await nextOf(ownersOfExpiredProjects(ctx.db, ctx.clock()), Number(after ?? 0), limit)).map(String),
  process: (item, run) =>
    transact(ctx, run.actor, async (tx) => {
      const owner = Number(item)
      await tx.lock([owner])
      const ids = await listExpiredProjects(tx.db, owner, tx.clock())
      const freedBytes = await bytesOfProjects(tx.db, ids)
      const deletedProjects = await deleteProjectsForGood(tx.db, ids)
      if (deletedProjects > 0) await run.note(tx, { account: owner, counts: { deletedProjects, freedBytes } })
    }),
  accountOf: Number,
})
