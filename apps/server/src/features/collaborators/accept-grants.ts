import { type Token, tokenSeed } from '@envhold/integrity/token.ts'
import { keyPairFromSeed } from '@envhold/vault/key-pair.ts'
import { TamperedRowError } from '../../app-error.ts'
import type { SessionCaller } from '../../http/caller.ts'
import type { Tx } from '../audit-log/tx.ts'
import { grantEnvironments } from '../grants/grant-environments.ts'
import { reserveGrants } from '../grants/reserve-grants.ts'
import { transferGrants } from '../grants/transfer-grants.ts'
import { listReservedFor } from '../keyring/grant-store.ts'
import type { KeyHolder } from '../keyring/keyring.ts'
import { MissingGrantError } from '../keyring/open-environment-key.ts'
import { changePrincipal, deleteRevokedPrincipals, listPrincipalsOfUser } from '../keyring/principal-store.ts'
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
    const waiting = await listReservedFor(tx, { kind: 'user', id: caller.userId }, ids)
    const openable = ids.filter((id) => !waiting.includes(id))
    const reserved = await grantEnvironments(tx, holder, recipients, openable).catch(rethrowMissing)
    if (waiting.length > 0) return keysPending.ofAll
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
