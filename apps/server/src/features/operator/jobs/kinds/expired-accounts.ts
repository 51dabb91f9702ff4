import { countOf, expiredAccounts, namesOf, nextOf } from '../due-store.ts'
import type { JobKind, KindDeps } from '../job-kind.ts'

/** Deletes the accounts for good whose time to come back is over. */
export const expiredAccountsKind = ({ ctx, work }: KindDeps, measure?: Measure): JobKind => ({
  needsClock: true,
  preview: async () => {
    const due = expiredAccounts(ctx.db, ctx.clock())
    const users = await countOf(due)
    return { counts: { users }, names: await namesOf(due), total: users }
  },
  next: async (after, limit) =>
    (await nextOf(expiredAccounts(ctx.db, ctx.clock()), Number(after ?? 0), limit)).map(String),
  process: async (item, run) => {
    const freedBytes = await measure?.(Number(item))
    await work.deleteAccount(Number(item), {
      actor: run.actor,
      also: (tx) =>
        run.note(tx, { counts: { deletedUsers: 1, ...(freedBytes !== undefined && { freedBytes }) } }),
    })
  },
  accountOf: Number,
})

/** Says how much an account takes up. */
type Measure = (userId: number) => Promise<number>
