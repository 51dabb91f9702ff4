import { previewNames } from '@envhold/contract/operator/jobs.ts'
import { type RevocationKind, revocations } from '@envhold/contract/operator/revocations.ts'
import type { Context } from '../../../context.ts'
import type { Db } from '../../../db/connect.ts'
import { verifyLogInThread } from '../../../verify/verify-log-in-thread.ts'
import { readActivityStatus, readUsageStatus } from '../../activity/instance-wide/instance-store.ts'
import { restoreWhatFits } from '../../archive/restore-what-fits.ts'
import { transact } from '../../audit-log/tx.ts'
import type { LogPart } from '../../audit-log/verdict.ts'
import { countPending, listPendingIds } from '../revocations/pending-revocation-store.ts'
import {
  expiredAccountsKind,
  expiredSubscriptionsKind,
  forceCleanupKind,
  orphanedDataKind,
} from './cleanup-kinds.ts'
import type { JobKind, JobWork, KindDeps } from './job-kind.ts'
import type { JobKinds } from './job-runner.ts'
import { listRestorable } from './restorable-store.ts'

/** Every kind of job. */
export function jobKindsOf(ctx: Context, work: JobWork): JobKinds {
  const deps = { ctx, work }
  return {
    'cleanup-expired': expiredAccountsKind(ctx),
    'restore-eligible': restoreEligibleKind(ctx),
    'orphaned-data': orphanedDataKind(deps),
    'force-cleanup': forceCleanupKind(deps),
    'expired-subscriptions': expiredSubscriptionsKind(ctx),
    'reapply-revocations': reapplyRevocationsKind(deps),
    'verify-audit': verifyingKind(ctx, ['activity', 'usage', 'roots']),
    'verify-activity': verifyingKind(ctx, ['activity', 'roots']),
    'verify-usage': verifyingKind(ctx, ['usage', 'roots']),
  }
}

const entriesIn: Readonly<Record<LogPart, (db: Db) => Promise<number>>> = {
  activity: async (db) => (await readActivityStatus(db)).entries,
  usage: async (db) => (await readUsageStatus(db)).entries,
  roots: async () => 0,
}

/** Verifies parts of the audit logs, one after the other. Its progress is the number of entries. */
const verifyingKind = (ctx: Context, parts: readonly LogPart[]): JobKind => {
  const entriesOf = async (some: readonly LogPart[]) => {
    let entries = 0
    for (const part of some) entries += await entriesIn[part](ctx.db)
    return entries
  }
  return {
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
  }
}

/** Restores archived projects that fit into their owners' plans. */
const restoreEligibleKind = (ctx: Context): JobKind => ({
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
const reapplyRevocationsKind = ({ ctx, work }: KindDeps): JobKind => ({
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
})
