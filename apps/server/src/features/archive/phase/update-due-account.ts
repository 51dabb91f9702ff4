import type { Context } from '../../../context.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { queueMail } from '../../../mail/queue-mail.ts'
import { boundNames } from '../../../mail/wording.ts'
import { type Actor, type Tx, transact } from '../../audit-log/tx.ts'
import { findUser } from '../../users/user-store.ts'
import { evaluate } from './evaluate.ts'
import type { Effect } from './facts.ts'
import { loadAccount } from './load-account.ts'
import { isChanged } from './save-account.ts'
import { updatePhaseWith } from './update-phase.ts'

interface Update {
  /** Includes what takes something away: the end of a grace period, and deletion. */
  readonly destructive: boolean
  /** By default, the account itself. */
  readonly actor?: Actor
  /** What else belongs to each transaction that changes the account. */
  readonly also?: (tx: Tx, effects: readonly Effect[]) => Promise<void>
}

/** Does what is due for an account, and takes away what is due. @returns whether something changed */
export async function updateDueAccount(ctx: Context, userId: number, update: Update): Promise<boolean> {
  // Most accounts have nothing to do: no transaction and no lock for them.
  const before = await loadAccount(ctx, userId)
  if (!before || !isChanged(before, evaluate(before.facts, ctx.clock(), update))) return false
  const deleted: string[] = []
  for (;;) {
    const name = await updateOnce(ctx, userId, update)
    if (name === undefined) break
    deleted.push(name)
  }
  if (deleted.length > 0) await mailDeleted(ctx, userId, deleted)
  return true
}

/** @returns the name of the project that was deleted: one in a transaction, because much belongs to it */
const updateOnce = (
  ctx: Context,
  userId: number,
  { destructive, actor = { userId, origin: null }, also }: Update,
): Promise<string | undefined> =>
  transact(ctx, actor, async (tx) => {
    await tx.lock([userId])
    const done = await updatePhaseWith(tx, userId, { destructive, deletions: 1 })
    if (!done) return undefined
    const { effects } = done.evaluation
    if (effects.length > 0) await also?.(tx, effects)
    const deletion = effects.find(({ kind }) => kind === 'delete')
    if (!deletion || !('project' in deletion)) return undefined
    return done.loaded.archived.find(({ project_id }) => project_id === deletion.project)?.name
  })

/** One mail names everything that was deleted from an archive in one run. */
const mailDeleted = (ctx: Context, userId: number, deleted: readonly string[]): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const user = await findUser(tx, userId)
    if (!user) return
    const { names: projects, more: moreProjects } = boundNames(deleted)
    await queueMail(tx, 'archivedProjectsDeleted', {
      to: user.email,
      variables: { projects, moreProjects },
    })
  })
