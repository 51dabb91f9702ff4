import { TamperedRowError } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import { type Actor, type Tx, transact } from '../audit-log/tx.ts'
import { findEnvironment } from '../environments/environment-store.ts'
import { findGrant, isRevoked, requireEpoch } from '../keyring/grant-store.ts'
import type { StoredPrincipal } from '../keyring/principal-store.ts'
import { listOfferedEnvironments } from './environments-of-user-store.ts'
import { grantsOf, revokeAndMark } from './revoke-all-grants.ts'

/** How many environments one transaction reserves. */
const maxPerStep = 100

/**
 * Reserves what open invitations offer to a user, whose key pair is about to be replaced. After acceptance the owner's
 * next unlocked call seals the keys to the new key pair (run-pending-key-work.ts). Strangers decide how many
 * environments they offer, so this runs in steps.
 */
export async function reserveOffered(ctx: Context, actor: Actor, userId: number): Promise<void> {
  while ((await transact(ctx, actor, (tx) => reserveSomeOffered(tx, userId))) === maxPerStep);
}

/** @returns how many environments were reserved. The caller repeats it while they are as many as one step does. */
export async function reserveSomeOffered(tx: Tx, userId: number, limit = maxPerStep): Promise<number> {
  const principal: StoredPrincipal = { kind: 'user', id: userId }
  // No invitation is accepted in between.
  await tx.lock([userId])
  const ids = await listOfferedEnvironments(tx.db, { userId, principal }, limit)
  await tx.hold(ids)
  for (const id of ids) {
    const environment = await findEnvironment(tx, id)
    if (environment) await revokeAndMark(tx, environment, await grantsOf(tx, id, [principal]), 'reserved')
  }
  return ids.length
}

/**
 * Revokes the grants of a mailed link whose invitation was accepted without it, and reserves its roster entries for the
 * collaborator (run-pending-key-work.ts).
 * @returns how many environments the collaborator waits for
 * @throws TamperedRowError when the link has no grant for one of them: the invitation had ended, and its row was
 *   restored
 */
export async function reserveGrants(
  tx: Tx,
  link: StoredPrincipal,
  environmentIds: readonly number[],
): Promise<number> {
  let reserved = 0
  await tx.hold(environmentIds)
  for (const id of environmentIds) {
    const environment = await findEnvironment(tx, id)
    if (!environment) continue
    const grant = await findGrant(tx, id, link)
    if (!grant || isRevoked(grant)) throw new TamperedRowError('grants', `${id}/${link.kind}/${link.id}`)
    requireEpoch(grant, environment.epoch)
    await revokeAndMark(tx, environment, [grant], 'reserved')
    reserved++
  }
  return reserved
}
