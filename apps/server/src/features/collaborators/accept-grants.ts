import { type Token, tokenSeed } from '@envhold/integrity/token.ts'
import { keyPairFromSeed } from '@envhold/vault/key-pair.ts'
import { TamperedRowError } from '../../app-error.ts'
import type { SessionCaller } from '../../http/caller.ts'
import type { Tx } from '../audit-log/tx.ts'
import { grantEnvironments } from '../grants/grant-environments.ts'
import { reserveGrants } from '../grants/reserve-grants.ts'
import { transferGrants } from '../grants/transfer-grants.ts'
import type { KeyHolder } from '../keyring/key-holder.ts'
import { KeyNotGivenError } from '../keyring/open-environment-key.ts'
import { changePrincipal, deleteRevokedPrincipals, listPrincipalsOfUser } from '../keyring/principal-store.ts'
import { sharedIn } from '../projects/membership-store.ts'
import { linkOf } from './end-invitation.ts'
import { noInvitation } from './invitation-of-link.ts'
import type { Invitation } from './invitation-store.ts'

/** Who accepts, with what. */
export interface Acceptance {
  readonly caller: SessionCaller
  readonly holder: KeyHolder
  readonly link: Token<'inv'> | null
}

/**
 * Takes over what was sealed for the invitation: to the account, or to the link. If that no longer exists, the
 * invitation was ended, and an attacker has put its row back into the database.
 * @returns for how many environments the grants are pending
 */
export async function acceptGrants(
  tx: Tx,
  invitation: Invitation,
  { caller, holder, link }: Acceptance,
): Promise<number> {
  const ids = sharedIn(invitation)
  const recipients = await listPrincipalsOfUser(tx, caller.userId)
  const unlessGone = (error: unknown) => {
    throw error instanceof KeyNotGivenError ? putBack(invitation) : error
  }
  const place = linkOf(invitation)
  if (invitation.sealed_to !== null) {
    if (invitation.sealed_to !== caller.userId) throw noInvitation()
    await grantEnvironments(tx, holder, recipients, ids).catch(unlessGone)
    return 0
  }
  if (!place) throw putBack(invitation)
  if (!link) {
    if (!(await changePrincipal(tx, place, { user_id: caller.userId }))) throw putBack(invitation)
    return await reserveGrants(tx, place, ids)
  }
  const opener = { userId: caller.userId, principal: place, keyPair: keyPairFromSeed(tokenSeed(link)) }
  await transferGrants(tx, opener, recipients, ids).catch(unlessGone)
  await changePrincipal(tx, place, { revoked: 1 })
  await deleteRevokedPrincipals(tx.db)
  return 0
}

/** An ended invitation whose row was put back into the database. */
export const putBack = ({ id }: Invitation) => new TamperedRowError('invitations', String(id))
