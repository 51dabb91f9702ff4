import * as contract from '@envhold/contract/collaborators/collaborators.ts'
import { formatCount } from '@envhold/contract/format-count.ts'
import { verb } from '../../http/verb.ts'
import { actorOf, type Tx, transact } from '../audit-log/tx.ts'
import { findEnvironment } from '../environments/environment-store.ts'
import { deleteGrantsOf } from '../keyring/grant-store.ts'
import type { KeyHolder, VaultWorld } from '../keyring/keyring.ts'
import {
  isSamePrincipal,
  listPrincipalsOfUser,
  type PrincipalRow,
  principalOf,
} from '../keyring/principal-store.ts'
import { verifyRoster } from '../keyring/roster.ts'
import { openVault } from '../keyring/unlock.ts'
import { requireProject } from '../projects/project-access.ts'
import { addHolders, unlimitedSeals } from './add-holders.ts'
import { listReservedEnvironments } from './environments-of-user-store.ts'
import { hasGrant } from './explain-missing-grant.ts'
import { maxGrantedPerCall } from './for-each-locked.ts'
import { requireVault } from './grant-environments.ts'
import { ensureCurrentKey } from './rekey-environment.ts'

/**
 * Gives the owner of a project, who started an empty vault, the keys that the caller can open. The caller has made sure
 * that it was the owner.
 */
export const returnEnvironments = verb(contract.returnEnvironments, async (world: VaultWorld, call) => {
  const { caller, params, origin } = call
  const holder = await openVault(world, call)
  return await transact(world, actorOf(caller, origin), async (tx) => {
    const { project } = await requireProject(tx, caller, params.id, 'revoke own access')
    await tx.lock([caller.userId, project.owner_id])
    const recipients = await listPrincipalsOfUser(tx, project.owner_id)
    const waiting = await listOpenable(
      tx,
      holder,
      await listReservedEnvironments(tx.db, project.id, project.owner_id),
    )
    if (waiting.length > 0) requireVault(recipients, 'The owner')
    let returned = 0
    for (const id of waiting.slice(0, maxGrantedPerCall))
      if (await returnEnvironment(tx, holder, id, recipients)) returned++
    if (returned > 0)
      tx.record({
        type: 'collaborator_added',
        description: `Gave the keys of ${formatCount(returned, 'environment')} of "${project.name}" back to its owner`,
        projectId: project.id,
      })
    return { returned, remaining: Math.max(0, waiting.length - maxGrantedPerCall) }
  })
})

async function listOpenable(tx: Tx, holder: KeyHolder, ids: readonly number[]): Promise<number[]> {
  const openable: number[] = []
  for (const id of ids) if (await hasGrant(tx, id, holder)) openable.push(id)
  return openable
}

/** Only the roster, under the environment's own key, says that the owner had it. */
async function returnEnvironment(tx: Tx, holder: KeyHolder, id: number, recipients: readonly PrincipalRow[]) {
  const environment = await findEnvironment(tx, id, { hold: true })
  if (!environment) return false
  const { key, at } = await ensureCurrentKey(tx, holder, environment)
  const holders = await verifyRoster(tx, key, at)
  const owner = recipients.find(({ kind }) => kind === 'user')
  const reserved = holders.find(
    (holder) => holder.state === 'reserved' && owner && isSamePrincipal(owner, holder),
  )
  if (!reserved) return false
  const rest = holders.filter((holder) => holder !== reserved)
  await deleteGrantsOf(tx.db, principalOf(reserved), [id])
  await addHolders(tx, { key, at }, { holders: rest, principals: recipients }, unlimitedSeals())
  return true
}
