import { queueMail } from '../../mail/queue-mail.ts'
import { boundNames } from '../../mail/wording.ts'
import type { Tx } from '../audit-log/tx.ts'
import {
  changeEnvironment,
  deleteEnvironmentRow,
  findEnvironment,
} from '../environments/environment-store.ts'
import { findGrant, isRevoked, revokeGrant } from '../keyring/grant-store.ts'
import { deleteRevokedPrincipals, deleteUserPrincipal } from '../keyring/principal-store.ts'
import { deleteUserKey } from '../keyring/user-key-store.ts'
import { changeMembership, environmentsText, findMembership, sharedIn } from '../projects/membership-store.ts'
import type { User } from '../users/user-store.ts'
import {
  listCollaboratorsOf,
  listOwnedEnvironments,
  listSharesOf,
  type OwnedEnvironment,
} from './environments-of-user-store.ts'
import { revokeAllGrants } from './revoke-all-grants.ts'

export interface EmptiedVault {
  /** How many environments nobody else could open: they are deleted. */
  readonly deleted: number
  /** How many come back when another member gives their keys back. */
  readonly shared: number
}

/**
 * Discards a key pair that its user can no longer open. Nothing is granted to the user's next key pair by itself:
 * otherwise somebody who controls the mailbox could read what others share. Another member decides.
 */
export async function emptyVault(tx: Tx, user: Pick<User, 'id' | 'username'>): Promise<EmptiedVault> {
  const shares = await leaveShares(tx, user)
  const owned = await listOwnedEnvironments(tx.db, user.id)
  await tx.hold(owned.map(({ id }) => id))
  for (const one of owned) await (one.isShared ? reserve(tx, user.id, one) : deleteOwned(tx, one))
  const shared = owned.filter(({ isShared }) => isShared)
  await notifyCollaborators(tx, user, shared)
  await deleteUserKey(tx.db, user.id)
  await deleteUserPrincipal(tx.db, user.id)
  await deleteRevokedPrincipals(tx.db)
  return { deleted: owned.length - shared.length, shared: shared.length + shares }
}

/** In projects of other owners: the user stays a collaborator, without environments. */
async function leaveShares(tx: Tx, { id, username }: Pick<User, 'id' | 'username'>): Promise<number> {
  await revokeAllGrants(tx, id)
  let left = 0
  const projects: ProjectOf[] = []
  for (const { project_id, name, owner_email } of await listSharesOf(tx.db, id)) {
    const membership = await findMembership(tx, project_id, id)
    if (!membership) continue
    left += sharedIn(membership).length
    await changeMembership(tx, membership, { environments: environmentsText([]), keys_pending: 0 })
    projects.push({ name, email: owner_email })
    const description = `${username} started an empty vault and no longer has environments of "${name}"`
    tx.record({ type: 'user_role_changed', severity: 'high', description, projectId: project_id })
  }
  for (const [to, named] of namedByRecipient(projects))
    await queueMail(tx, 'collaboratorVaultEmptied', { to, variables: { collaborator: username, ...named } })
  return left
}

interface ProjectOf {
  readonly name: string
  /** Of the person who is mailed about it. */
  readonly email: string
}

/** One mail names all projects of its recipient: more would be dropped beyond the limit. */
const namedByRecipient = (projects: readonly ProjectOf[]) =>
  [...Map.groupBy(projects, ({ email }) => email)].map(([email, own]) => {
    const [project = '', ...names] = own.map(({ name }) => name)
    const { names: others, more } = boundNames(names)
    return [email, { project, others, more }] as const
  })

/** The roster goes on naming the owner, so that a collaborator can give the key back (return-environments.ts). */
async function reserve(tx: Tx, ownerId: number, { id }: OwnedEnvironment): Promise<void> {
  const environment = await findEnvironment(tx, id)
  const grant = await findGrant(tx, id, { kind: 'user', id: ownerId })
  if (!environment || !grant || isRevoked(grant)) return
  await revokeGrant(tx, grant, 'reserved')
  await changeEnvironment(tx, environment, { rekey_pending: 1 })
}

async function deleteOwned(tx: Tx, { id, name, project_id, project_name }: OwnedEnvironment): Promise<void> {
  await deleteEnvironmentRow(tx.db, id)
  tx.record({
    type: 'environment_deleted',
    description: `Deleted the environment "${name}" of "${project_name}", which nobody could open`,
    projectId: project_id,
    environmentId: id,
  })
}

async function notifyCollaborators(
  tx: Tx,
  { id, username }: Pick<User, 'id' | 'username'>,
  shared: readonly OwnedEnvironment[],
): Promise<void> {
  const ids = new Set(shared.map((environment) => environment.id))
  const projects = (await listCollaboratorsOf(tx.db, id)).filter((collaborator) =>
    sharedIn(collaborator).some((id) => ids.has(id)),
  )
  for (const [to, named] of namedByRecipient(projects))
    await queueMail(tx, 'ownerVaultEmptied', { to, variables: { owner: username, ...named } })
}
