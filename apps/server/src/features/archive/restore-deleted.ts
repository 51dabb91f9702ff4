import { AppError, notFound } from '../../app-error.ts'
import { sendJoinedMails } from '../../mail/queue-mail.ts'
import type { Tx } from '../audit-log/tx.ts'
import { planOf, requireRoom } from '../plans/limits.ts'
import { listDeleted, type ProjectRow, unmarkProjectDeleted } from '../projects/project-store.ts'
import { purgedBefore } from '../projects/sweep-projects.ts'
import { mailRestored } from './phase/collaborator-mails.ts'
import { loadAccount } from './phase/phase-account.ts'

/** A project that was deleted and can be restored. @throws TamperedRowError */
export async function findDeleted(tx: Tx, id: number): Promise<ProjectRow | undefined> {
  const [project] = await listDeleted(tx, { id }, { after: purgedBefore(tx.clock()), limit: 1 })
  return project
}

/**
 * Brings a deleted project back, with its environments, its members and its keys, and locks the account of its owner.
 * Its collaborators are e-mailed. Records nothing.
 * @throws AppError NOT_FOUND, LIMIT_REACHED when the owner's plan has no room for it
 */
export async function restoreDeleted(tx: Tx, { id, owner_id }: ProjectRow): Promise<ProjectRow> {
  await tx.lock([owner_id])
  const project = await findDeleted(tx, id)
  // It may have been restored or erased while the account was locked.
  if (!project) throw notFound('Deleted project not found')
  const before = await loadAccount(tx, owner_id)
  await unmarkProjectDeleted(tx, project)
  const after = await loadAccount(tx, owner_id)
  if (!before || !after) throw new AppError('NOT_FOUND')
  const limits = await planOf(tx, owner_id)
  requireRoom(limits, 'projects', before.facts.projects.length)
  const people = after.facts.people.length
  if (people > before.facts.people.length) requireRoom(limits, 'collaborators', people - 1)
  await sendJoinedMails(tx, 'sharedProjectsDeleted')
  await mailRestored(tx, owner_id, [id])
  return project
}
