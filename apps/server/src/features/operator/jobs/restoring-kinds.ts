import { previewNames } from '@envhold/contract/operator/jobs.ts'
import { type RevocationKind, revocations } from '@envhold/contract/operator/revocations.ts'
import type { Context } from '../../../context.ts'
import { restoreWhatFits } from '../../archive/restore-what-fits.ts'
import { countPending, listPendingIds } from '../revocations/pending-revocation-store.ts'
import type { JobKind, KindDeps } from './job-kind.ts'
import { listRestorable } from './restorable-store.ts'

/** Restores archived projects that fit into their owners' plans. */
export const restoreEligibleKind = (ctx: Context): JobKind => ({
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
    restoreWhatFits(ctx, Number(item), {
      actor: run.actor,
      also: (tx, { restored, skipped }) =>
        run.note(tx, {
          counts: { restoredProjects: restored, skippedProjects: skipped },
          ...(restored > 0 && { account: Number(item) }),
        }),
    }),
  accountOf: Number,
})

/** Revokes again what was revoked after the backup that was restored. */
export const reapplyRevocationsKind = ({ ctx, work }: KindDeps): JobKind => ({
  needsClock: false,
  preview: async () => {
    const { counts, total } = await countPending(ctx.db)
    const names = Object.entries(counts).map(
      ([kind, count]) => `${revocations[kind as RevocationKind].label}: ${count}`,
    )
    return { counts: { revocations: total }, names: names.slice(0, previewNames), total }
  },
  next: (after, limit) => listPendingIds(ctx.db, after, limit),
  process: (item, run) =>
    work.reapplyRevocation(item, {
      actor: run.actor,
      also: (tx, { state, account }) =>
        run.note(tx, {
          counts: {
            repeatedRevocations: state === 'repeated' ? 1 : 0,
            toldPeople: state === 'told' ? 1 : 0,
            missingSubjects: state === 'missing' ? 1 : 0,
          },
          ...(account !== null && { account }),
        }),
    }),
  accountOf: () => undefined,
})
