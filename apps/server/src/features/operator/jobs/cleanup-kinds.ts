import type { Context } from '../../../context.ts'
import { countAll } from '../../../db/affected-rows.ts'
import { deleteExpiredAccount } from '../../accounts/delete-permanently.ts'
import type { Effect } from '../../archive/phase/facts.ts'
import { loadAccount } from '../../archive/phase/phase-account.ts'
import { updateDueAccount } from '../../archive/phase/sweep-phases.ts'
import { type Tx, transact } from '../../audit-log/tx.ts'
import { listSubscriptions } from '../../billing/subscriptions/subscription-store.ts'
import { planDisplayName } from '../../plans/plan-store.ts'
import { findUser } from '../../users/user-store.ts'
import {
  bytesOfArchived,
  bytesOfOwner,
  bytesOfProjects,
  countDowngrades,
  countExpiredProjects,
  countOrphans,
  deleteOrphans,
  deleteProjectsForGood,
  expiredAccounts,
  listExpiredProjects,
  namesOf,
  nextOf,
  ownersOfExpiredProjects,
  pastDeadline,
} from './due-store.ts'
import { type Done, inOrder, type JobKind, type KindDeps, sweepsKind } from './job-kind.ts'

/** Deletes the accounts for good whose time to come back is over. */
export const expiredAccountsKind = (ctx: Context, measure?: Measure): JobKind => ({
  needsClock: true,
  preview: async () => {
    const due = expiredAccounts(ctx.db, ctx.clock())
    const users = await countAll(due)
    return { counts: { users }, names: await namesOf(due), total: users }
  },
  next: (after, limit) => nextOf(expiredAccounts(ctx.db, ctx.clock()), after, limit),
  process: async (item, run) => {
    const freedBytes = await measure?.(Number(item))
    await deleteExpiredAccount(ctx, Number(item), {
      actor: run.actor,
      also: (tx) =>
        run.note(tx, { counts: { deletedUsers: 1, ...(freedBytes !== undefined && { freedBytes }) } }),
    })
  },
  accountOf: Number,
})

/** Says how much an account takes up. */
type Measure = (userId: number) => Promise<number>

/** Ends grace periods whose time is over, and deletes archived projects past their time, account by account. */
export const expiredSubscriptionsKind = (ctx: Context): JobKind => ({
  needsClock: true,
  preview: async () => {
    const now = ctx.clock()
    const due = pastDeadline(ctx.db, now)
    const users = await countAll(due)
    const { archivedPastTime } = await countDowngrades(ctx.db, now, now)
    return { counts: { users, projects: archivedPastTime }, names: await namesOf(due), total: users }
  },
  next: (after, limit) => nextOf(pastDeadline(ctx.db, ctx.clock()), after, limit),
  process: async (item, run) => {
    const account = Number(item)
    const bytes = await bytesOfArchived(ctx.db, account)
    let isTaken = false
    // Its operator has seen the numbers, so the deletion guard of the hourly task does not apply.
    await updateDueAccount(ctx, account, {
      destructive: true,
      actor: run.actor,
      also: async (tx, effects) => {
        isTaken ||= effects.some(({ kind }) => kind === 'downgrade_final' || kind === 'delete')
        await run.note(tx, { account, ...(await describe(tx, account, effects, bytes)) })
      },
    })
    const { facts } = (isTaken ? undefined : await loadAccount(ctx, account)) ?? {}
    if (facts && [facts.grace, ...facts.archived].some((step) => step?.reminder))
      await transact(ctx, run.actor, (tx) => run.note(tx, { counts: { waitingUsers: 1 } }))
  },
  accountOf: Number,
})

async function describe(
  tx: Tx,
  userId: number,
  effects: readonly Effect[],
  bytes: ReadonlyMap<number, number>,
): Promise<Pick<Done, 'counts' | 'detail'>> {
  const deleted = effects.flatMap((effect) => (effect.kind === 'delete' ? [effect.project] : []))
  const isFinal = effects.some(({ kind }) => kind === 'downgrade_final')
  const counts = {
    ...(isFinal && { finalizedDowngrades: 1 }),
    ...(deleted.length > 0 && {
      archivedProjectsDeleted: deleted.length,
      freedBytes: deleted.reduce((sum, id) => sum + (bytes.get(id) ?? 0), 0),
    }),
  }
  const user = await findUser(tx, userId)
  if (!user) return { counts }
  const { username, email, plan } = user
  const old = (await listSubscriptions(tx, userId)).at(-1)?.plan
  return {
    counts,
    detail: {
      username,
      email,
      oldPlan: old === undefined ? '' : await planDisplayName(tx, old),
      newPlan: await planDisplayName(tx, plan),
      archivedProjectsDeleted: deleted.length,
    },
  }
}

/** What the stages before do, account by account. */
const doneBefore = ['accounts', 'projects', 'account-phases']

/** Counts what it deletes; the accounts themselves stay. */
function endedGraces(ctx: Context): JobKind {
  const kind = expiredSubscriptionsKind(ctx)
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
    expiredAccountsKind(deps.ctx, (userId) => bytesOfOwner(deps.ctx.db, userId)),
    expiredProjectsKind(deps.ctx),
    endedGraces(deps.ctx),
    sweepsKind(deps, (name) => !doneBefore.includes(name)),
  ])

/** Deletes projects for good that their owners deleted, owner by owner. */
const expiredProjectsKind = (ctx: Context): JobKind => ({
  needsClock: true,
  preview: async () => {
    const now = ctx.clock()
    const owners = ownersOfExpiredProjects(ctx.db, now)
    const projects = await countExpiredProjects(ctx.db, now)
    return { counts: { projects }, names: await namesOf(owners), total: await countAll(owners) }
  },
  next: (after, limit) => nextOf(ownersOfExpiredProjects(ctx.db, ctx.clock()), after, limit),
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

/** Hourly tasks that delete what is left of deleted API keys: no foreign key does. */
const ofDeletedKeys = ['usage-of-deleted-keys', 'key-counters']

/** Rows that foreign keys should have deleted, all at once: there are none, unless somebody edited the database. */
const rowsKind = (ctx: Context): JobKind => ({
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
})

export const orphanedDataKind = (deps: KindDeps): JobKind =>
  inOrder([rowsKind(deps.ctx), sweepsKind(deps, (name) => ofDeletedKeys.includes(name))])
