/** Removing a factor of an account, from its session or with the link of the mail that reported it as added. */

import { hash } from 'node:crypto'
import type { DbContext } from '../../../context.ts'
import { readProviderSettings } from '../../../identity-provider/provider-settings-store.ts'
import { noticeVariables } from '../../../mail/queue-mail.ts'
import type { Tx } from '../../audit-log/tx.ts'
import type { User } from '../../users/user-store.ts'
import { mailOwner, notifyOwner } from '../notify-owner.ts'
import { deleteIdentity, listIdentitiesOf, type OidcIdentity } from '../oidc/oidc-store.ts'
import { deletePasskeyRow, listPasskeysOf, type Passkey, passkeyHash } from '../webauthn/webauthn-store.ts'
import { deleteRecoveryCodes, deleteTotpFactors, findTotpFactor } from './factor-store.ts'

type Owner = Pick<User, 'id' | 'username'>

/** Deletes a passkey and what it opened. The caller drops the unlocked keys of the account after the commit. */
export async function removePasskey(tx: Tx, { id: userId, username }: Owner, passkey: Passkey) {
  tx.revoked({ kind: 'passkey', userId, subject: passkeyHash(passkey.id) })
  const opened = await deletePasskeyRow(tx.db, passkey.id)
  await notifyOwner(tx, 'passkeyRemoved', { passkey: passkey.name })
  const description = `${username} removed the passkey ${passkey.name}`
  tx.record({ type: 'passkey_removed', description })
  if (opened)
    tx.record({
      type: 'passkey_unlock_removed',
      severity: 'high',
      description: `The passkey ${passkey.name} of ${username} no longer opens the vault`,
    })
}

/** Turns the authenticator app off, and deletes its recovery codes. */
export async function turnOffTotp(tx: Tx, { id: userId, username }: Owner): Promise<void> {
  await deleteTotpFactors(tx.db, userId)
  await deleteRecoveryCodes(tx.db, userId)
  await notifyOwner(tx, 'totpRemoved', {})
  const description = `${username} turned off the authenticator app`
  tx.record({ type: 'mfa_disabled', description })
}

/** Records that identities of an account were deleted, and notifies its owner. */
export async function reportUnlinked(tx: Tx, user: User, label: string): Promise<void> {
  const { origin } = tx.actor
  tx.revoked({ kind: 'identity', userId: user.id })
  if (origin)
    await mailOwner(tx, user, 'providerUnlinked', {
      ...noticeVariables(tx, user.id, origin),
      provider: label,
    })
  const description = `${user.username} removed the link to ${label}`
  tx.record({ type: 'oidc_unlinked', description })
}

export const unnamedProvider = 'the identity provider'

const shortHash = (text: string) => hash('sha256', text, 'hex').slice(0, 32)

/** Stands for a passkey in the link of a mail. */
export const factorIdOfPasskey = ({ id }: Pick<Passkey, 'id'>) => shortHash(`passkey\n${id}`)

/** Stands for an identity in the link of a mail. */
export const factorIdOfIdentity = ({ issuer, subject }: Pick<OidcIdentity, 'issuer' | 'subject'>) =>
  shortHash(`identity\n${issuer}\n${subject}`)

interface AddedFactor {
  /** As the page of the link and its answer name it. */
  readonly name: string
  readonly remove: (tx: Tx) => Promise<void>
}

/** Finds the factor that the link of a mail is about; undefined if it was removed. @throws TamperedRowError */
export async function findAddedFactor(
  ctx: DbContext<'secrets'>,
  user: User,
  factorId: string,
): Promise<AddedFactor | undefined> {
  const passkey = (await listPasskeysOf(ctx, user.id)).find((row) => factorIdOfPasskey(row) === factorId)
  if (passkey)
    return { name: `the passkey ${passkey.name}`, remove: (tx) => removePasskey(tx, user, passkey) }
  if ((await findTotpFactor(ctx, user.id))?.id === factorId)
    return {
      name: 'the authenticator app and its recovery codes',
      remove: (tx) => turnOffTotp(tx, user),
    }
  const identity = (await listIdentitiesOf(ctx, user.id)).find((row) => factorIdOfIdentity(row) === factorId)
  if (!identity) return undefined
  const settings = await readProviderSettings(ctx)
  const label = settings?.issuer === identity.issuer ? settings.label : unnamedProvider
  return {
    name: `the link to ${label}`,
    remove: async (tx) => {
      await deleteIdentity(tx, identity)
      await reportUnlinked(tx, user, label)
    },
  }
}
