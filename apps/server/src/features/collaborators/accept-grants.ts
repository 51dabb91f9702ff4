import { type Token, tokenSeed } from '@envhold/integrity/token.ts'
import { keyPairFromSeed } from '@envhold/vault/key-pair.ts'
import { TamperedRowError } from '../../app-error.ts'
import type { SessionCaller } from '../../http/caller.ts'
import type { Tx } from '../audit-log/tx.ts'
import { changeEnvironment, findEnvironment } from '../environments/environment-store.ts'
import { grantEnvironments } from '../grants/grant-environments.ts'
import { transferGrants } from '../grants/transfer-grants.ts'
import { findGrant, isRevoked, requireEpoch, revokeGrant } from '../keyring/grant-store.ts'
import type { KeyHolder } from '../keyring/keyring.ts'
import { MissingGrantError } from '../keyring/open-environment-key.ts'
import {
  changePrincipal,
  deleteRevokedPrincipals,
  listPrincipalsOfUser,
  type StoredPrincipal,
} from '../keyring/principal-store.ts'
import { type Invitation, type KeysPending, keysPending, sharedIn } from '../projects/membership-store.ts'
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
 * @returns what the new collaborator waits for
 */
export async function acceptGrants(
  tx: Tx,
  invitation: Invitation,
  { caller, holder, link }: Acceptance,
): Promise<KeysPending> {
  const ids = sharedIn(invitation)
  const recipients = await listPrincipalsOfUser(tx, caller.userId)
  const rethrowMissing = (error: unknown) => {
    throw error instanceof MissingGrantError ? tamperedInvitation(invitation) : error
  }
  const linkPrincipal = linkOf(invitation)
  if (invitation.sealed_to !== null) {
    if (invitation.sealed_to !== caller.userId) throw noInvitation()
    const reserved = await grantEnvironments(tx, holder, recipients, ids).catch(rethrowMissing)
    return reserved > 0 ? keysPending.ofTokens : keysPending.none
  }
  if (!linkPrincipal) throw tamperedInvitation(invitation)
  if (!link) {
    if (!(await changePrincipal(tx, linkPrincipal, { user_id: caller.userId })))
      throw tamperedInvitation(invitation)
    const reserved = await reserveGrants(tx, linkPrincipal, ids)
    return reserved > 0 ? keysPending.ofAll : keysPending.none
  }
  const opener = {
    userId: caller.userId,
    principal: linkPrincipal,
    keyPair: keyPairFromSeed(tokenSeed(link)),
  }
  const reserved = await transferGrants(tx, opener, recipients, ids).catch(rethrowMissing)
  await changePrincipal(tx, linkPrincipal, { revoked: 1 })
  await deleteRevokedPrincipals(tx.db)
  return reserved > 0 ? keysPending.ofTokens : keysPending.none
}

/** Reports an invitation that had ended and whose row was restored by a writer of the database. */
export const tamperedInvitation = ({ id }: Invitation) => new TamperedRowError('invitations', String(id))

/**
 * Revokes the grants of a mailed link whose invitation was accepted without it, and reserves its roster entries for the
 * collaborator (grants/run-pending-key-work.ts).
 * @returns how many environments the collaborator waits for
 * @throws TamperedRowError when the link has no grant for one of them: the invitation had ended, and its row was
 *   restored
 */
async function reserveGrants(
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
    await revokeGrant(tx, grant, 'reserved')
    await changeEnvironment(tx, environment, { rekey_pending: 1 })
    reserved++
  }
  return reserved
}
