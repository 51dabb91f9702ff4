/** Starts and ends transfers of projects, for owners and operators. It decrypts nothing. */
import { formatCount } from '@envhold/contract/format-count.ts'
import type { ProjectTransfer, RemainingRole } from '@envhold/contract/projects/transfers.ts'
import { transferDays, unavailableReasonText } from '@envhold/contract/projects/transfers.ts'
import { conflict, notFound } from '../../../app-error.ts'
import type { DbContext } from '../../../context.ts'
import { wireTime } from '../../../http/responses/wire-time.ts'
import { daysMs } from '../../../jobs/retention-rule.ts'
import { queueMail } from '../../../mail/queue-mail.ts'
import { type Actor, type Tx, unnamedActor } from '../../audit-log/tx.ts'
import type { OwnedProject } from '../../projects/project-store.ts'
import { findUser, type User } from '../../users/user-store.ts'
import {
  type Candidate,
  findOpenTransfer,
  listCandidates,
  type Transfer,
  transferRows,
} from './transfer-store.ts'

const periodMs = daysMs(transferDays)

interface NewTransfer {
  readonly project: Pick<OwnedProject, 'id' | 'name' | 'owner_id'>
  readonly toId: number
  readonly remainingRole: RemainingRole
  /** Why an operator starts it; null: the owner does. */
  readonly reason: string | null
}

/**
 * Offers a project to a collaborator. The owner is locked.
 * @throws AppError NOT_FOUND for a person who is not a collaborator, CONFLICT for one who lacks a key or while another
 *   transfer is open
 */
export async function startTransfer(
  tx: Tx,
  { project, toId, remainingRole, reason }: NewTransfer,
): Promise<Transfer> {
  if (await findOpenTransfer(tx, project.id))
    throw conflict('A transfer of this project is open already. Call it off first.')
  const [candidate] = await listCandidates(tx, project.id, toId)
  if (!candidate) throw notFound('Collaborator not found')
  requireEligible(candidate, { names: reason === null })
  await transferRows.remove(tx, { project_id: project.id })
  const now = tx.clock()
  const byOperator = reason !== null
  const opens_at = byOperator ? now + periodMs : now
  const transfer = await transferRows.insert(tx, {
    project_id: project.id,
    from_id: project.owner_id,
    to_id: toId,
    operator_id: byOperator ? tx.actor.userId : null,
    remaining_role: remainingRole,
    created_at: now,
    opens_at,
    expires_at: opens_at + periodMs,
    announced: byOperator ? 0 : 1,
  })
  await mailStart(tx, { project, transfer, candidate, reason })
  const by = byOperator ? ` as an operator. Reason: ${reason}` : ''
  tx.record({
    type: 'project_transfer_started',
    description: `Offered to ${candidate.username}: the project "${project.name}"${by}`,
    projectId: project.id,
    ...(byOperator && unnamedActor),
  })
  return transfer
}

/** @throws AppError CONFLICT @param names whether the caller may read the names of environments */
function requireEligible(
  { username, unavailable, missing }: Candidate,
  { names }: { readonly names: boolean },
): void {
  if (unavailable)
    throw conflict(`${username} cannot own the project: ${unavailableReasonText[unavailable]}.`)
  if (missing.length === 0) return
  const which = names ? namesOf(missing) : formatCount(missing.length, 'environment')
  throw conflict(
    `${username} has no access to ${which}. Only a collaborator with access to every environment can own the project.`,
  )
}

const maxNamed = 5
const namesOf = (missing: readonly string[]): string => {
  const more = missing.length - maxNamed
  return `${missing.slice(0, maxNamed).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

interface Started {
  readonly project: NewTransfer['project']
  readonly transfer: Transfer
  readonly candidate: Candidate
  readonly reason: string | null
}

async function mailStart(tx: Tx, { project, transfer, candidate, reason }: Started): Promise<void> {
  const owner = await findUser(tx, project.owner_id)
  if (!owner) return
  const { opens_at: opens, expires_at: expires, remaining_role: remaining } = transfer
  const named = { project: project.name, projectId: project.id, expires }
  if (reason === null) {
    await queueMail(tx, 'transferOffered', {
      to: candidate.email,
      variables: { ...named, owner: owner.username },
    })
    const variables = { ...named, person: candidate.username, remaining: remainingText(remaining) }
    await queueMail(tx, 'transferStarted', { to: owner.email, variables })
    return
  }
  const announced = { ...named, opens }
  await queueMail(tx, 'transferAnnounced', {
    to: candidate.email,
    variables: { ...announced, owner: owner.username },
  })
  await queueMail(tx, 'transferByOperator', {
    to: owner.email,
    variables: { ...announced, person: candidate.username, reason },
  })
}

/** What the former owner can do, as mails say it. */
export const remainingText = (role: RemainingRole): string =>
  ({
    write: 'Read and change variables in all environments',
    read: 'Read variables in all environments',
    none: 'No access',
  })[role]

/** Why a transfer ended without a new owner, as its two people read it. */
export interface TransferEnd {
  readonly why: string
  /** For the activity log. */
  readonly description: (project: string) => string
  /** Whom the activity log names; by default who acts in the transaction. */
  readonly actor?: Actor
}

/** Ends a transfer, and mails both people. */
export async function endTransfer(
  tx: Tx,
  transfer: Transfer,
  project: Pick<OwnedProject, 'id' | 'name'>,
  { why, description, actor }: TransferEnd,
): Promise<void> {
  await transferRows.remove(tx, { project_id: transfer.project_id })
  const people = [await findUser(tx, transfer.from_id), await findUser(tx, transfer.to_id)]
  const [owner] = people
  for (const user of people.filter(isMailed))
    await queueMail(tx, 'transferEnded', {
      to: user.email,
      variables: { project: project.name, owner: owner?.username ?? '', why },
    })
  tx.record({
    type: 'project_transfer_ended',
    description: description(project.name),
    projectId: project.id,
    ...actor,
  })
}

/** A deleted account gets no mail about projects. */
const isMailed = (user: User | undefined): user is User => user !== undefined && user.status !== 'INACTIVE'

/** An open transfer with the names of its people. */
export async function transferView(
  ctx: DbContext<'secrets'>,
  { from_id, to_id, operator_id, remaining_role, ...times }: Transfer,
): Promise<ProjectTransfer> {
  const person = async (id: number) => ({ user_id: id, username: (await findUser(ctx, id))?.username ?? '' })
  return {
    from: await person(from_id),
    to: await person(to_id),
    started_by: operator_id === null ? 'owner' : 'operator',
    remaining_role,
    created_at: wireTime(times.created_at),
    opens_at: wireTime(times.opens_at),
    expires_at: wireTime(times.expires_at),
  }
}
