import type { Within } from '../../context.ts'
import type { ActivityEvent } from '../audit-log/append-activity.ts'
import { revokeEnvironments } from '../grants/revoke-environments.ts'
import type { KeyHolder } from '../keyring/key-holder.ts'
import {
  changePrincipal,
  deleteRevokedPrincipals,
  listPrincipalsOfUser,
  principalOf,
  type StoredPrincipal,
} from '../keyring/principal-store.ts'
import { sharedIn } from '../projects/membership-store.ts'
import { deleteInvitation, type Invitation } from './invitation-store.ts'

/** The link of an invitation as a principal. */
export const linkOf = ({ link_id }: Pick<Invitation, 'link_id'>): StoredPrincipal | null =>
  link_id === null ? null : { kind: 'invitation', id: link_id }

/** Takes an invitation back, with what was sealed for it. @returns the events to append */
export async function endInvitation(
  tx: Within<'secrets' | 'clock' | 'engine'>,
  invitation: Invitation,
  { holder, by }: { holder: KeyHolder | null; by: Pick<ActivityEvent, 'userId' | 'tokenId' | 'origin'> },
): Promise<{ readonly events: readonly ActivityEvent[]; readonly pending: number }> {
  const { sealed_to } = invitation
  const link = linkOf(invitation)
  const ofAccount = sealed_to === null ? [] : await listPrincipalsOfUser(tx, sealed_to)
  const principals = [...ofAccount.map(principalOf), ...(link ? [link] : [])]
  const environmentIds = sharedIn(invitation)
  if (link) await changePrincipal(tx, link, { revoked: 1 })
  const taken = await revokeEnvironments(tx, { principals, environmentIds, holder, by })
  await deleteRevokedPrincipals(tx.db)
  await deleteInvitation(tx.db, invitation.id)
  return taken
}
