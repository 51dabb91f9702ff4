import type { TrxContext } from '../../../context.ts'
import { queueMail } from '../../../mail/queue-mail.ts'
import { updatePhase } from '../../archive/phase/update-phase.ts'
import type { Tx } from '../../audit-log/tx.ts'
import { epochOf, findEnvironment, listEnvironmentIds } from '../../environments/environment-store.ts'
import type { KeyHolder } from '../../keyring/keyring.ts'
import { openEnvironmentKey } from '../../keyring/open-environment-key.ts'
import { verifyRoster } from '../../keyring/roster.ts'
import { deleteMembership } from '../../projects/membership-store.ts'
import { type OwnedProject, projectMac } from '../../projects/project-store.ts'
import { requireUser, type User } from '../../users/user-store.ts'
import { limitFormerOwner } from './former-owner.ts'
import { readNewOwner, requireRoomFor } from './owner-room.ts'
import { remainingText } from './start-transfer.ts'
import { changeOwner, listCandidates, type Transfer, transferRows } from './transfer-store.ts'

interface Move {
  readonly project: OwnedProject
  readonly transfer: Transfer
  /** The new owner, with an open vault. */
  readonly holder: KeyHolder
}

/**
 * Moves a project with all that belongs to it to the collaborator who accepts it. Both accounts are locked.
 * @throws AppError LIMIT_REACHED, PROJECT_READ_ONLY, FORBIDDEN when a key is missing
 */
export async function moveProject(tx: Tx, { project, transfer, holder }: Move): Promise<void> {
  const { from_id, to_id } = transfer
  const account = await readNewOwner(tx, to_id)
  await tx.hold(await listEnvironmentIds(tx, project.id))
  await requireEveryKey(tx, holder, project.id)
  const others = (await listCandidates(tx, project.id)).filter(({ userId }) => userId !== to_id)
  await limitFormerOwner(tx, transfer, holder)
  await deleteMembership(tx.db, { project_id: project.id, user_id: to_id })
  const mac = projectMac.of(tx.secrets, { id: project.id, owner_id: to_id, removed_at: null })
  await changeOwner(tx, { projectId: project.id, ownerId: to_id, mac })
  await transferRows.remove(tx, { project_id: project.id })
  await requireRoomFor(tx, to_id, account)
  const [from, to] = [await requireUser(tx, from_id), await requireUser(tx, to_id)]
  await mailMove(tx, { project, transfer, from, to })
  for (const { email } of others)
    await queueMail(tx, 'ownerChanged', {
      to: email,
      variables: { project: project.name, former: from.username, owner: to.username },
    })
  recordMove(tx, project, from, to)
  await updatePhase(tx, from_id)
  await updatePhase(tx, to_id)
}

interface Moved extends Omit<Move, 'holder'> {
  readonly from: User
  readonly to: User
}

async function mailMove(tx: Tx, { project, transfer, from, to }: Moved): Promise<void> {
  const remaining = remainingText(transfer.remaining_role)
  const named = { project: project.name, projectId: project.id }
  await queueMail(tx, 'ownershipTransferred', {
    to: from.email,
    variables: { project: project.name, person: to.username, remaining },
  })
  await queueMail(tx, 'ownershipReceived', {
    to: to.email,
    variables: { ...named, former: from.username, remaining },
  })
}

/** In the activity of both. */
function recordMove(tx: Tx, { id, name }: OwnedProject, from: User, to: User): void {
  const event = { type: 'project_transferred', projectId: id } as const
  tx.record(
    { ...event, description: `Became the owner, after ${from.username}, of the project "${name}"` },
    {
      ...event,
      description: `Transferred to ${to.username}: the project "${name}"`,
      userId: from.id,
      tokenId: null,
      origin: null,
    },
  )
}

/**
 * Opens the key of every environment of a project and verifies its roster. Only a holder of all of them can own the
 * project, and only the rosters, which the database cannot forge, say who holds them. The environments are held.
 * @throws MissingGrantError, TamperedRowError
 */
async function requireEveryKey(
  tx: TrxContext<'secrets' | 'engine'>,
  holder: KeyHolder,
  projectId: number,
): Promise<void> {
  for (const id of await listEnvironmentIds(tx, projectId)) {
    const environment = await findEnvironment(tx, id)
    if (!environment) continue
    const at = epochOf(environment)
    await verifyRoster(tx, await openEnvironmentKey(tx, holder, at), at)
  }
}
