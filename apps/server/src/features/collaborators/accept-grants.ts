import { type Token, tokenSeed } from '@envhold/integrity/token.ts'
import { keyPairFromSeed } from '@envhold/vault/key-pair.ts'
import { TamperedRowError } from '../../app-error.ts'
import type { SessionCaller } from '../../http/caller.ts'
import type { Tx } from '../audit-log/tx.ts'
import { grantEnvironments } from '../grants/grant-environments.ts'
import { reserveGrants } from '../grants/reserve-grants.ts'
import { transferGrants } from '../grants/transfer-grants.ts'
import type { KeyHolder } from '../keyring/key-holder.ts'
import { MissingGrantError } from '../keyring/open-environment-key.ts'
import { changePrincipal, deleteRevokedPrincipals, listPrincipalsOfUser } from '../keyring/principal-store.ts'
import { type Invitation, sharedIn } from '../projects/membership-store.ts'
import { linkOf } from './end-invitation.ts'
import { noInvitation } from './invitation-of-link.ts'

/** Who accepts, and with which link. */
export interface Acceptance {
  readonly caller: SessionCaller
  readonly holder: KeyHolder
  readonly link: Token<'inv'> | null
}

/**
 * Hands the sealed keys of an invitation over to the accepting user, in the way that matches where they were sealed. If
 * they are missing, the invitation had ended, and its row was restored by a writer of the database.
 * @returns how many environments the new collaborator has to wait for
 */
export async function acceptGrants(
  tx: Tx,
  invitation: Invitation,
  { caller, holder, link }: Acceptance,
): Promise<number> {
  const ids = sharedIn(invitation)
  const recipients = await listPrincipalsOfUser(tx, caller.userId)
  const rethrowMissing = (error: unknown) => {
    throw error instanceof MissingGrantError ? tamperedInvitation(invitation) : error
  }
  const linkPrincipal = linkOf(invitation)
  if (invitation.sealed_to !== null) {
    if (invitation.sealed_to !== caller.userId) throw noInvitation()
    await grantEnvironments(tx, holder, recipients, ids).catch(rethrowMissing)
    return 0
  }
  if (!linkPrincipal) throw tamperedInvitation(invitation)
  if (!link) {
    if (!(await changePrincipal(tx, linkPrincipal, { user_id: caller.userId })))
      throw tamperedInvitation(invitation)
    return await reserveGrants(tx, linkPrincipal, ids)
  }
  const opener = {
    userId: caller.userId,
    principal: linkPrincipal,
    keyPair: keyPairFromSeed(tokenSeed(link)),
  }
  await transferGrants(tx, opener, recipients, ids).catch(rethrowMissing)
  await changePrincipal(tx, linkPrincipal, { revoked: 1 })
  await deleteRevokedPrincipals(tx.db)
  return 0
}

/** Reports an invitation that had ended and whose row was restored by a writer of the database. */
export const tamperedInvitation = ({ id }: Invitation) => new TamperedRowError('invitations', String(id))
