import { transact } from '../../../audit-log/tx.ts'
import type { JobKind, KindDeps } from '../job-kind.ts'

/** Runs hourly tasks now, one after the other. */
export const sweepsKind = ({ ctx, work }: KindDeps, isMeant: (name: string) => boolean): JobKind => {
  const sweeps = work.sweeps.filter(({ name }) => isMeant(name))
  return {
    needsClock: true,
    preview: async () => ({ counts: {}, names: [], total: sweeps.length }),
    next: async (after) => {
      const names = sweeps.map(({ name }) => name)
      return names.slice(after === null ? 0 : names.indexOf(after) + 1)
    },
    process: async (item, run) => {
      const deletedRows = await sweeps.find(({ name }) => name === item)?.run()
      if (deletedRows) await transact(ctx, run.actor, (tx) => run.note(tx, { counts: { deletedRows } }))
    },
    accountOf: () => undefined,
  }
}
