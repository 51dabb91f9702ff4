import type { Context } from '../../../context.ts'
import { unlessTampered } from '../../../db/unless-tampered.ts'
import { queueJoinedMails } from '../../../mail/queue-mail.ts'
import { joinProjects } from '../../../mail/wording.ts'
import { type Actor, type Tx, transact } from '../../audit-log/tx.ts'
import { mailDeletion } from '../../projects/mail-collaborators.ts'
import type { User } from '../../users/user-store.ts'
import { checkDeletionGuard } from './deletion-guard.ts'
import { evaluate } from './evaluate.ts'
import type { Effect } from './facts.ts'
import { isChanged, loadAccount } from './phase-account.ts'
import { listDueAccounts, listPastDeadline } from './phase-store.ts'
import { updatePhaseWith } from './update-phase.ts'

const batch = 500
/** With PostgreSQL each waits most of the time. With SQLite they would only be ahead of requests. */
const accountsAtOnce = { sqlite: 1, postgres: 4 } as const

/**
 * Settles every account to which something may happen, each in its own transaction, and takes away what is due: only
 * this and jobs that an operator confirmed do. An account that fails does not stop the others.
 * @returns how many accounts changed
 * @throws the first failure, after every other account was done
 */
export async function sweepPhases(ctx: Context): Promise<number> {
  const failures: unknown[] = []
  const attempt: Attempt = (work) =>
    unlessTampered(ctx, 'sweep', work).catch((error: unknown) => void failures.push(error))
  const destructive = await checkDeletionGuard(ctx, await countPlanned(ctx, attempt))
  const atOnce = accountsAtOnce[ctx.engine]
  let changed = 0
  for (let after = 0; ; ) {
    const ids = await listDueAccounts(ctx.db, { after, limit: batch })
    for (let index = 0; index < ids.length; index += atOnce) {
      const few = ids.slice(index, index + atOnce)
      const updated = few.map((id) => attempt(() => updateDueAccount(ctx, id, { destructive })))
      changed += (await Promise.all(updated)).filter(Boolean).length
    }
    const last = ids.at(-1)
    if (last === undefined || ids.length < batch) break
    after = last
  }
  if (failures.length > 0) throw failures[0]
  return changed
}

type Attempt = <T>(work: () => Promise<T>) => Promise<T | undefined>

/** How many projects this run would archive or delete. */
async function countPlanned(ctx: Context, attempt: Attempt): Promise<number> {
  let planned = 0
  for (const id of await listPastDeadline(ctx.db, ctx.clock())) {
    const own = await attempt(async () => {
      const loaded = await loadAccount(ctx, id)
      if (!loaded) return 0
      const { effects } = evaluate(loaded.facts, ctx.clock(), { destructive: true })
      return effects.filter(({ kind }) => kind === 'archive' || kind === 'delete').length
    })
    planned += own ?? 0
  }
  return planned
}

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
  while (await updateOnce(ctx, userId, update));
  return true
}

/** @returns whether a project was deleted: one in a transaction, because much belongs to it */
const updateOnce = (
  ctx: Context,
  userId: number,
  { destructive, actor = { userId, origin: null }, also }: Update,
): Promise<boolean> =>
  transact(ctx, actor, async (tx) => {
    await tx.lock([userId])
    const done = await updatePhaseWith(tx, userId, { destructive, deletions: 1 })
    if (!done) return false
    const { effects } = done.evaluation
    if (effects.length > 0) await also?.(tx, effects)
    const deletion = effects.find(({ kind }) => kind === 'delete')
    if (!deletion || !('project' in deletion)) return false
    const { user, archived } = done.loaded
    const project = archived.find(({ project_id }) => project_id === deletion.project)
    if (!project) return false
    await mailArchiveDeletion(tx, user, project.name)
    const collaborators = done.collaborators.filter(({ projectId }) => projectId === deletion.project)
    await mailDeletion(tx, user, collaborators)
    return true
  })

/** Mails the owner what was deleted from the archive: one mail for all that follow within minutes. */
const mailArchiveDeletion = (tx: Tx, { email }: User, project: string): Promise<void> =>
  queueJoinedMails(
    tx,
    'archivedProjectsDeleted',
    [{ to: email, variables: { projects: [project], moreProjects: 0 } }],
    joinProjects,
  )
