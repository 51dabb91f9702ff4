import { previewNames } from '@envhold/contract/operator/jobs.ts'
import { type RevocationKind, revocations } from '@envhold/contract/operator/revocations.ts'
import { countPending, listPendingIds } from '../../revocations/pending-revocation-store.ts'
import type { JobKind, KindDeps } from '../job-kind.ts'

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
