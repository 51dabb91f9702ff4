import { transact } from '../../../audit-log/tx.ts'
import { countOf, namesOf, nextOf, ownersOfExpiredProjects } from '../due-store.ts'
import {
  bytesOfProjects,
  countExpiredProjects,
  deleteProjectsForGood,
  listExpiredProjects,
} from '../expired-store.ts'
import type { JobKind, KindDeps } from '../job-kind.ts'

/** Deletes projects for good that their owners deleted, owner by owner. */
export const expiredProjectsKind = ({ ctx }: Pick<KindDeps, 'ctx'>): JobKind => ({
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
