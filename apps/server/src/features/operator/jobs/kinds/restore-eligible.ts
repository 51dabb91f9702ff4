import { previewNames } from '@envhold/contract/operator/jobs.ts'
import type { JobKind, KindDeps } from '../job-kind.ts'
import { listRestorable } from '../restorable-store.ts'

/** Restores archived projects that fit into their owners' plans. */
export const restoreEligibleKind = ({ ctx, work }: KindDeps): JobKind => ({
  needsClock: false,
  preview: async () => {
    const owners = await listRestorable(ctx.db)
    const projects = owners.reduce((sum, owner) => sum + owner.projects, 0)
    return {
      counts: { projects, users: owners.length },
      names: owners.slice(0, previewNames).map(({ username }) => username),
      total: owners.length,
    }
  },
  next: async (after, limit) =>
    (await listRestorable(ctx.db))
      .filter(({ id }) => id > Number(after ?? 0))
      .slice(0, limit)
      .map(({ id }) => String(id)),
  process: (item, run) =>
    work.restoreProjects(Number(item), {
      actor: run.actor,
      also: (tx, { restored, skipped }) =>
        run.note(tx, {
          counts: { restoredProjects: restored, skippedProjects: skipped },
          ...(restored > 0 && { account: Number(item) }),
        }),
    }),
  accountOf: Number,
})
