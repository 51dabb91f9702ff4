import { AppError, forbidden } from '../../app-error.ts'
import type { Context, DbContext } from '../../context.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import { boundNames } from '../../mail/wording.ts'
import { type Actor, type Tx, transact } from '../audit-log/tx.ts'
import { listCollaboratorsOfOwner } from '../projects/collaborators-of-owner-store.ts'
import { mailCollaborators } from '../projects/mail-collaborators.ts'
import type { OwnedProject } from '../projects/project-store.ts'
import { requireRateLimit } from '../users/attempt-limits.ts'
import type { AttemptRule } from '../users/attempt-store.ts'
import type { User } from '../users/user-store.ts'
import { archiveProject } from './archived-project-store.ts'
import { expiryByOwner } from './phase/owner-operations.ts'
import { type LoadedAccount, loadAccount } from './phase/phase-account.ts'
import { updatePhase } from './phase/update-phase.ts'

/** Each archiving and each restoring locks the account, and may send a mail. */
export const archiveRule: AttemptRule = { kind: 'archive', limit: 120, windowMs: 3_600_000 }

/** @throws AppError RATE_LIMITED */
export const requireArchiveRate = (ctx: DbContext<'clock'>, userId: number): Promise<void> =>
  requireRateLimit(ctx, archiveRule, String(userId))

/**
 * Archives projects for their owner during a grace period. They are deleted no earlier than if its end had archived
 * them.
 * @throws AppError FORBIDDEN outside a grace period, RATE_LIMITED
 */
export async function archiveByOwner(
  ctx: Context,
  actor: Actor & { readonly userId: number },
  choose: (account: LoadedAccount) => readonly OwnedProject[],
): Promise<{ readonly id: number; readonly name: string }[]> {
  await requireArchiveRate(ctx, actor.userId)
  return await transact(ctx, actor, async (tx) => {
    await tx.lock([actor.userId])
    await updatePhase(tx, actor.userId)
    const account = await loadAccount(tx, actor.userId)
    if (!account) throw new AppError('UNAUTHENTICATED')
    const projects = choose(account)
    if (account.facts.phase !== 'grace')
      throw forbidden('Projects can be archived only during a grace period.')
    const expires = expiryByOwner(account.facts, tx.clock())
    for (const project of projects) {
      await archiveProject(tx, project, { reason: 'grace_period_manual', expires })
      const description = `Archived the project "${project.name}"`
      tx.record({ type: 'project_archived', description, projectId: project.id })
    }
    if (projects.length === 0) return []
    await mailArchived(tx, account.user, projects, expires)
    await updatePhase(tx, actor.userId)
    return projects.map(({ id, name }) => ({ id, name }))
  })
}

/**
 * Queues the mails to an owner and to collaborators about projects that the owner archived in this transaction.
 * @param expires when they are deleted
 */
export async function mailArchived(
  tx: Tx,
  owner: User,
  projects: readonly OwnedProject[],
  expires: number,
): Promise<void> {
  const { names, more } = boundNames(projects.map(({ name }) => name))
  await queueMail(tx, 'projectArchived', {
    to: owner.email,
    variables: { projects: names, moreProjects: more, deleted: expires },
  })
  const ids = projects.map(({ id }) => id)
  const collaborators = (await listCollaboratorsOfOwner(tx, owner.id)).filter(
    ({ projectId, isPaused }) => ids.includes(projectId) && !isPaused,
  )
  await mailCollaborators(tx, owner, collaborators, 'sharedProjectsArchived', { deleted: expires })
}
