import type { Context } from '../../../context.ts'
import type { Db } from '../../../db/connect.ts'
import { verifyLogInThread } from '../../../verify/verify-log-in-thread.ts'
import { readActivityStatus, readUsageStatus } from '../../activity/everywhere/chain-status-store.ts'
import { transact } from '../../audit-log/tx.ts'
import type { LogPart } from '../../audit-log/verdict.ts'
import type { JobKind } from './job-kind.ts'

const entriesIn: Readonly<Record<LogPart, (db: Db) => Promise<number>>> = {
  activity: async (db) => (await readActivityStatus(db)).entries,
  usage: async (db) => (await readUsageStatus(db)).entries,
  roots: async () => 0,
}

/** Verifies parts of the audit logs, one after the other. Its progress is the number of entries. */
export const verifyingKind = (ctx: Context, parts: readonly LogPart[]): JobKind => {
  const entriesOf = async (some: readonly LogPart[]) => {
    let entries = 0
    for (const part of some) entries += await entriesIn[part](ctx.db)
    return entries
  }
  return {
    needsClock: false,
    countsItself: true,
    preview: async () => ({ counts: {}, names: [], total: await entriesOf(parts) }),
    next: async (after) => parts.slice(after === null ? 0 : parts.indexOf(after as LogPart) + 1),
    process: async (item, run) => {
      const part = item as LogPart
      const before = await entriesOf(parts.slice(0, parts.indexOf(part)))
      const { chains, entries, found, listed } = await verifyLogInThread(ctx, part, (verified) =>
        run.reached(before + verified),
      )
      for (const { item: chain } of listed) ctx.log.chainChanged({ chain })
      await run.reached(before + entries)
      await transact(ctx, run.actor, (tx) =>
        run.note(tx, {
          counts: { checkedChains: chains, checkedEntries: entries },
          problems: { found, listed },
        }),
      )
    },
    accountOf: () => undefined,
  }
}
