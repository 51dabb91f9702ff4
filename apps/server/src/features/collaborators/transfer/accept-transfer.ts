import { formatCount } from '@envhold/contract/format-count.ts'
import * as contract from '@envhold/contract/projects/transfers.ts'
import { AppError, conflict, notFound } from '../../../app-error.ts'
import type { DbContext } from '../../../context.ts'
import type { SessionCaller } from '../../../http/caller.ts'
import { verb } from '../../../http/verb.ts'
import { findClockUncertainty } from '../../../jobs/clock-uncertainty.ts'
import { dayOf } from '../../../mail/wording.ts'
import { actorOf, type Tx, transact } from '../../audit-log/tx.ts'
import type { KeyHolder, VaultWorld } from '../../keyring/keyring.ts'
import { unlock } from '../../keyring/unlock.ts'
import { requireProject } from '../../projects/project-access.ts'
import type { OwnedProject } from '../../projects/project-store.ts'
import { requireUser } from '../../users/user-store.ts'
import { moveProject } from './move-project.ts'
import { type Candidate, findOpenTransfer, listCandidates, type Transfer } from './transfer-store.ts'

/** Makes the caller the owner of a project. Everything happens in one transaction, or nothing. */
export const acceptProjectTransfer = verb(contract.acceptProjectTransfer, async (world: VaultWorld, call) => {
  const { caller, params, origin } = call
  await requireAcceptable(world, caller, params.id)
  const holder: KeyHolder = await unlock(world, call)
  return await transact(world, actorOf(caller, origin), async (tx) => {
    const before = await requireAcceptable(tx, caller, params.id)
    await tx.lock([before.transfer.from_id, caller.userId])
    const { project, transfer } = await requireAcceptable(tx, caller, params.id)
    await requireUsableOwner(tx, transfer)
    await moveProject(tx, { project, transfer, holder })
    return { message: `You own "${project.name}" now.` }
  })
})

interface Offered {
  readonly project: OwnedProject
  readonly transfer: Transfer
}

/** @throws AppError NOT_FOUND, CONFLICT before the day or when the caller lacks a key */
async function requireAcceptable(
  ctx: DbContext<'secrets' | 'clock'>,
  caller: SessionCaller,
  projectId: number,
): Promise<Offered> {
  const { project } = await requireProject(ctx, caller, projectId, 'read')
  const transfer = await findOpenTransfer(ctx, projectId)
  if (transfer?.to_id !== caller.userId || transfer.from_id !== project.owner_id)
    throw notFound('This project is not offered to you, or the offer is no longer open.')
  if (transfer.opens_at > ctx.clock())
    throw conflict(
      `You can accept this from ${dayOf(transfer.opens_at)} on: until then its owner can object.`,
    )
  const [candidate] = await listCandidates(ctx, projectId, caller.userId)
  if (!candidate) throw new AppError('NOT_FOUND')
  requireEveryEnvironment(candidate)
  return { project, transfer }
}

/** The access can have changed since the offer. @throws AppError CONFLICT */
function requireEveryEnvironment({ unavailable, missing }: Candidate): void {
  if (unavailable) throw conflict('You cannot own this project yet: you wait for keys.')
  if (missing.length === 0) return
  const lacking = formatCount(missing.length, 'environment')
  throw conflict(`You cannot own this project yet: you have no access to ${lacking}. Ask its owner for it.`)
}

/** A suspension stops what its owner has started. An operator may move the project of a suspended owner. */
async function requireUsableOwner(tx: Tx, { from_id, operator_id }: Transfer): Promise<void> {
  if (operator_id !== null) {
    if (await findClockUncertainty(tx)) throw new AppError('UNAVAILABLE', { retryAfter: 3_600 })
    return
  }
  if ((await requireUser(tx, from_id)).status !== 'ACTIVE')
    throw conflict('The account of the owner is suspended. An operator can transfer the project.')
}
