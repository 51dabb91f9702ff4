import { restoreWindowDays } from '@envhold/contract/accounts/account-settings.ts'
import type { Collaborator } from '@envhold/contract/collaborators/collaborators.ts'
import { notFound } from '../../app-error.ts'
import type { DbContext } from '../../context.ts'
import { wireTime, wireTimeOrNull } from '../../http/responses/wire-time.ts'
import { daysMs } from '../../jobs/retention-rule.ts'
import type { Tx } from '../audit-log/tx.ts'
import { revokeEnvironments } from '../grants/revoke-environments.ts'
import { grantedEnvironments } from '../keyring/grant-store.ts'
import type { KeyHolder } from '../keyring/keyring.ts'
import {
  changePrincipal,
  deleteRevokedPrincipals,
  listLinksTo,
  listPrincipalsOfUser,
  principalOf,
  type StoredPrincipal,
} from '../keyring/principal-store.ts'
import {
  type CollaboratorRow,
  deleteMembership,
  type Invitation,
  keysPending,
  listMemberships,
  sharedIn,
} from '../projects/membership-store.ts'
import { endOfferTo, lacksEnvironments } from './transfer/end-offers.ts'

/** @throws AppError NOT_FOUND */
export async function requireCollaborator(
  ctx: DbContext<'secrets'>,
  projectId: number,
  userId: number,
): Promise<CollaboratorRow> {
  const collaborator = (await listMemberships(ctx, projectId, userId))[0]
  if (!collaborator) throw notFound('Collaborator not found')
  return collaborator
}

/**
 * All principals of a collaborator that a project's keys may be sealed to: the user, the user's tokens, and a link with
 * reserved grants.
 */
export async function principalsOfCollaborator(
  ctx: DbContext<'secrets'>,
  { project_id, user_id }: Pick<CollaboratorRow, 'project_id' | 'user_id'>,
): Promise<{ readonly principals: StoredPrincipal[]; readonly links: StoredPrincipal[] }> {
  const own = await listPrincipalsOfUser(ctx, user_id)
  const links = (await listLinksTo(ctx, project_id, user_id)).map(principalOf)
  return { principals: [...own.map(principalOf), ...links], links }
}

/**
 * Ends a collaborator's access to a project. The owner and the collaborator are locked.
 * @returns how many environments have a pending re-key
 */
export async function endMembership(
  tx: Tx,
  collaborator: CollaboratorRow,
  holder: KeyHolder | null,
): Promise<number> {
  const { user_id: userId, project_id: projectId } = collaborator
  const { principals, links } = await principalsOfCollaborator(tx, collaborator)
  const opened = await grantedEnvironments(tx.db, { kind: 'user', id: userId }, projectId)
  const environmentIds = [...new Set([...sharedIn(collaborator), ...opened])]
  for (const link of links) await changePrincipal(tx, link, { revoked: 1 })
  const pending = await revokeEnvironments(tx, { principals, environmentIds, holder })
  await endOfferTo(tx, collaborator, `${collaborator.username} is no longer a collaborator.`)
  await deleteMembership(tx.db, collaborator)
  await deleteRevokedPrincipals(tx.db)
  tx.revoked({ kind: 'collaborator', userId, projectId })
  return pending
}

/** Ends the offer of the project to a collaborator from whom environments are taken. The owner is locked. */
export const endOfferWithout = (tx: Tx, collaborator: CollaboratorRow): Promise<void> =>
  endOfferTo(tx, collaborator, lacksEnvironments(collaborator.username))

/** Decides which environments of a list are shown: those that exist and that the viewer sees. */
type Shown = (environmentId: number) => boolean

export const collaboratorView = (row: CollaboratorRow, isShown: Shown): Collaborator => ({
  user_id: row.user_id,
  username: row.username,
  email: row.email,
  role: row.role,
  status: 'accepted',
  invited_at: wireTime(row.invited_at),
  expires_at: null,
  shared_environments: sharedIn(row).filter(isShown),
  keys_pending: row.keys_pending === keysPending.ofAll,
  access_paused: row.held_at !== null,
  account_deleted_until: wireTimeOrNull(restorableUntil(row)),
})

/** Until when a deleted account can be restored. */
const restorableUntil = ({ status, deleted_at }: CollaboratorRow): number | null =>
  status === 'INACTIVE' && deleted_at !== null ? deleted_at + daysMs(restoreWindowDays) : null

export const invitedView = (row: Invitation, isShown: Shown): Collaborator => ({
  user_id: null,
  username: null,
  email: row.email,
  role: row.role,
  status: 'pending',
  invited_at: wireTime(row.created_at),
  expires_at: wireTime(row.expires_at),
  shared_environments: sharedIn(row).filter(isShown),
  keys_pending: false,
  access_paused: row.held_at !== null,
  account_deleted_until: null,
})
