import { parseStored, storedNumbers } from '../../../db/parse-stored.ts'
import type { Tx } from '../../audit-log/tx.ts'
import {
  type CollaboratorOfOwner,
  hasAccess,
  listCollaboratorsOfOwner,
} from '../../projects/collaborators-of-owner-store.ts'
import { mailCollaborators, mailLosses } from '../../projects/mail-collaborators.ts'
import { requireUser } from '../../users/user-store.ts'
import { excessOf } from './excess.ts'
import type { Effect, Evaluation, Facts } from './facts.ts'
import type { LoadedAccount } from './phase-account.ts'

/** Whom an owner's projects are shared with, as it is before the effects: a deletion deletes memberships too. */
export const readCollaboratorsBefore = (
  tx: Tx,
  ownerId: number,
  effects: readonly Effect[],
): Promise<readonly CollaboratorOfOwner[]> =>
  effects.length === 0 ? Promise.resolve([]) : listCollaboratorsOfOwner(tx, ownerId)

/** Collaborators are reminded 7 days and 1 day before, owners 3 days before too. */
const collaboratorReminders: readonly number[] = [7, 1]

/** Whether a reminder of the owner is one for collaborators. One that none is due for has a new date. */
function isForCollaborators(before: readonly number[], after: readonly number[]): boolean {
  const due = after.filter((day) => !before.includes(day))
  return due.length === 0 || due.some((day) => collaboratorReminders.includes(day))
}

/** The projects of collaborators that are archived, and apart from them those to which their access is paused. */
function lossOf(
  collaborators: readonly CollaboratorOfOwner[],
  projects: readonly number[],
  people: readonly string[],
): { readonly archived: readonly CollaboratorOfOwner[]; readonly paused: readonly CollaboratorOfOwner[] } {
  const having = collaborators.filter(hasAccess)
  const isArchived = ({ projectId }: CollaboratorOfOwner) => projects.includes(projectId)
  return {
    archived: having.filter(isArchived),
    paused: having.filter(
      (collaborator) => people.includes(collaborator.emailCanonical) && !isArchived(collaborator),
    ),
  }
}

/**
 * Queues the mails to collaborators about what happens to an account, one a person. What is deleted is mailed by the
 * sweep, which deletes one project after the other.
 * @returns the ids of those who have been warned of the end of the grace period
 */
export async function mailCollaboratorsOf(
  tx: Tx,
  loaded: LoadedAccount,
  evaluation: Evaluation,
  collaborators: readonly CollaboratorOfOwner[],
): Promise<readonly number[] | undefined> {
  if (collaborators.length === 0) return undefined
  const { next, effects } = evaluation
  await mailEnd(tx, loaded, evaluation, collaborators)
  await mailReturn(tx, loaded, effects, collaborators)
  let warned: readonly number[] | undefined
  for (const effect of effects) {
    if (effect.kind === 'grace_reminder')
      warned = await mailWarning(tx, loaded, { next, collaborators }, effect.days)
    if (effect.kind === 'archive_reminder')
      await mailArchiveReminder(tx, loaded, { next, collaborators }, effect)
  }
  return warned
}

const warnedBefore = ({ phase }: LoadedAccount): readonly number[] =>
  phase.warned === null ? [] : parseStored(storedNumbers, phase.warned)

interface Reminded {
  readonly next: Facts
  readonly collaborators: readonly CollaboratorOfOwner[]
}

async function mailWarning(
  tx: Tx,
  loaded: LoadedAccount,
  { next, collaborators }: Reminded,
  days: number,
): Promise<readonly number[] | undefined> {
  const { grace } = next
  if (!grace || !isForCollaborators(loaded.facts.grace?.reminded ?? [], grace.reminded)) return undefined
  const { projects, people } = excessOf(next, grace)
  const loss = lossOf(
    collaborators,
    projects.map(({ id }) => id),
    people.map(({ email }) => email),
  )
  const extra = { days, end: grace.end }
  const warned = await mailLosses(tx, loaded.user, loss, 'sharedAccessEnding', extra)
  return [...new Set([...warnedBefore(loaded), ...warned])]
}

async function mailArchiveReminder(
  tx: Tx,
  { user, facts }: LoadedAccount,
  { next, collaborators }: Reminded,
  { days, projects }: Extract<Effect, { kind: 'archive_reminder' }>,
): Promise<void> {
  const before = new Map(facts.archived.map((project) => [project.id, project]))
  const due = next.archived.filter(
    ({ id, reminded }) =>
      projects.includes(id) && isForCollaborators(before.get(id)?.reminded ?? [], reminded),
  )
  if (due.length === 0) return
  const deleted = Math.min(...due.map(({ expires }) => expires))
  const ids = due.map(({ id }) => id)
  const concerned = collaborators.filter(({ projectId }) => ids.includes(projectId))
  await mailCollaborators(tx, user, concerned, 'sharedArchiveReminder', { days, deleted })
}

/** What the end of the grace period took away; or that it ended without that. */
async function mailEnd(
  tx: Tx,
  loaded: LoadedAccount,
  { next, effects }: Evaluation,
  collaborators: readonly CollaboratorOfOwner[],
): Promise<void> {
  const { user } = loaded
  if (effects.some(({ kind }) => kind === 'grace_cleared' || kind === 'downgrade_completed')) {
    const warned = warnedBefore(loaded)
    const keeping = collaborators.filter(
      (collaborator) => hasAccess(collaborator) && warned.includes(collaborator.userId),
    )
    await mailCollaborators(tx, user, keeping, 'sharedAccessRetained', {})
  }
  if (!effects.some(({ kind }) => kind === 'downgrade_final')) return
  const archived = effects.flatMap((effect) => (effect.kind === 'archive' ? [effect.project] : []))
  const paused = effects.flatMap((effect) => (effect.kind === 'hold' ? [effect.person] : []))
  const deleted = next.archived.find(({ id }) => archived.includes(id))?.expires ?? tx.clock()
  await mailLosses(tx, user, lossOf(collaborators, archived, paused), 'sharedAccessEnded', { deleted })
}

async function mailReturn(
  tx: Tx,
  { user }: LoadedAccount,
  effects: readonly Effect[],
  collaborators: readonly CollaboratorOfOwner[],
): Promise<void> {
  const restored = effects.flatMap((effect) => (effect.kind === 'restore' ? [effect.project] : []))
  const released = effects.flatMap((effect) => (effect.kind === 'release' ? [effect.person] : []))
  const back = collaborators.filter(({ state, isPaused, projectId, emailCanonical }) => {
    const isRestored = restored.includes(projectId)
    const isReleased = isPaused && released.includes(emailCanonical)
    return (state === 'live' || isRestored) && (isReleased || (isRestored && !isPaused))
  })
  await mailCollaborators(tx, user, back, 'sharedAccessRestored', {})
}

/** Queues the mails to collaborators about projects that were restored in this transaction. */
export async function mailRestored(tx: Tx, ownerId: number, projects: readonly number[]): Promise<void> {
  const collaborators = (await listCollaboratorsOfOwner(tx, ownerId)).filter(
    (collaborator) => hasAccess(collaborator) && projects.includes(collaborator.projectId),
  )
  await mailCollaborators(tx, await requireUser(tx, ownerId), collaborators, 'sharedAccessRestored', {})
}
