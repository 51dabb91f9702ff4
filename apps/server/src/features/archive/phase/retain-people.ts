import * as contract from '@envhold/contract/archive/compliance.ts'
import { unlimited } from '@envhold/contract/billing/plans.ts'
import { formatCount } from '@envhold/contract/format-count.ts'
import { AppError, conflict, fieldError } from '../../../app-error.ts'
import { wireTime } from '../../../http/responses/wire-time.ts'
import { verb } from '../../../http/verb.ts'
import { actorOf, type Tx, transact } from '../../audit-log/tx.ts'
import { listCollaboratorsOfOwner } from '../../projects/collaborators-of-owner-store.ts'
import { mailLosses } from '../../projects/mail-collaborators.ts'
import { requireArchiveRate } from '../archive-by-owner.ts'
import { pauseAccess } from '../paused-access-store.ts'
import { requireCompliance } from './compliance-view.ts'
import { excessOf } from './excess.ts'
import { type LoadedAccount, loadAccount, saveRetainedPeople } from './phase-account.ts'
import { updatePhase } from './update-phase.ts'

/** Everyone who shares a live project of the caller. Those whose access is paused already are left out. */
export const listRetainablePeople = verb(contract.listRetainablePeople, async (ctx, { caller }) => {
  const loaded = await loadAccount(ctx, caller.userId)
  if (!loaded) throw new AppError('UNAUTHENTICATED')
  const collaborators = await listCollaboratorsOfOwner(ctx, caller.userId)
  const usernames = new Map(collaborators.map(({ emailCanonical, username }) => [emailCanonical, username]))
  const names = new Map(loaded.live.map(({ id, name }) => [id, name]))
  return {
    people: loaded.facts.people.map(({ email, since, projects }) => ({
      email,
      username: usernames.get(email) ?? null,
      since: wireTime(since),
      projects: projects.flatMap((id) => names.get(id) ?? []),
    })),
  }
})

/**
 * Chooses the collaborators who stay when the grace period ends, and may pause the access of the others now.
 * @throws AppError CONFLICT outside a grace period, VALIDATION_FAILED
 */
export const retainPeople = verb(contract.retainPeople, async (ctx, { caller, body, origin }) => {
  const { userId } = caller
  await requireArchiveRate(ctx, userId)
  return await transact(ctx, actorOf(caller, origin), async (tx) => {
    await tx.lock([userId])
    // A grace period that no sweep has noticed begins now.
    await updatePhase(tx, userId)
    const loaded = await loadAccount(tx, userId)
    if (!loaded?.facts.grace) throw conflict('There is no grace period to choose collaborators for.')
    const retainedPeople = [...new Set(body.people)]
    requireChoice(loaded, retainedPeople)
    const collaborators = await listCollaboratorsOfOwner(tx, userId)
    const userIds = new Map(collaborators.map((person) => [person.emailCanonical, person.userId]))
    await saveRetainedPeople(tx, loaded.phase, retainedPeople, userIds)
    if (body.pauseOthers) await pauseOthers(tx, loaded, retainedPeople)
    return await requireCompliance(tx, userId)
  })
})

const wrong = (message: string) => fieldError('people', message)

function requireChoice({ facts }: LoadedAccount, retainedPeople: readonly string[]): void {
  const { maxCollaborators, people } = facts
  if (maxCollaborators !== unlimited && retainedPeople.length > maxCollaborators)
    throw wrong(`Your plan keeps ${formatCount(maxCollaborators, 'collaborator')}`)
  const sharing = new Set(people.map(({ email }) => email))
  if (!retainedPeople.every((email) => sharing.has(email))) throw wrong('Must be collaborators of yours')
}

/** Pauses the access of those for whom the plan has no room beside these people. */
async function pauseOthers(
  tx: Tx,
  { user, facts }: LoadedAccount,
  retainedPeople: readonly string[],
): Promise<void> {
  const { people } = excessOf({ ...facts, maxProjects: unlimited }, { keep: [], retainedPeople })
  const emails = people.map(({ email }) => email)
  const collaborators = await listCollaboratorsOfOwner(tx, user.id)
  for (const email of emails) {
    await pauseAccess(tx, user.id, email)
    const description = `Paused the access of ${email}`
    tx.record({ type: 'user_role_changed', description })
  }
  const paused = collaborators.filter(
    ({ emailCanonical, isPaused, state }) => emails.includes(emailCanonical) && !isPaused && state === 'live',
  )
  await mailLosses(tx, user, { archived: [], paused }, 'sharedAccessEnded', { deleted: tx.clock() })
  await updatePhase(tx, user.id)
}
