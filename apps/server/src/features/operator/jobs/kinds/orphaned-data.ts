import { transact } from '../../../audit-log/tx.ts'
import type { JobKind, KindDeps } from '../job-kind.ts'
import { countOrphans, deleteOrphans } from '../orphan-store.ts'
import { inOrder } from './in-order.ts'
import { sweepsKind } from './sweeps.ts'

/** Hourly tasks that delete what is left of deleted API keys: no foreign key does. */
const ofDeletedKeys = ['usage-of-deleted-keys', 'key-counters']

/** Rows that foreign keys should have deleted, all at once: there are none, unless somebody edited the database. */
const rowsKind = ({ ctx }: Pick<KindDeps, 'ctx'>): JobKind => ({
  needsClock: false,
  preview: async () => ({ counts: await countOrphans(ctx.db), names: [], total: 1 }),
  next: async (after) => (after === null ? ['rows'] : []),
  process: (_, run) =>
    transact(ctx, run.actor, async (tx) => {
      const { projects, environments, variables } = await deleteOrphans(tx.db)
      await run.note(tx, {
        counts: {
          orphanedProjects: projects,
          orphanedEnvironments: environments,
          orphanedVariables: variables,
        },
      })
    }),
  accountOf: () => undefined,
})

export const orphanedDataKind = (deps: KindDeps): JobKind =>
  inOrder([rowsKind(deps), sweepsKind(deps, (name) => ofDeletedKeys.includes(name))])
