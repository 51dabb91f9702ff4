import type { Origin } from '../../../http/route.ts'
import { noticeVariables } from '../../../mail/origin-variables.ts'
import { queueMail } from '../../../mail/queue-mail.ts'
import type { ProviderIdentity } from '../../../sign-in-provider/read-identity.ts'
import type { Tx } from '../../audit-log/tx.ts'
import type { User } from '../../users/user-store.ts'
import { insertIdentity } from './oidc-identity-store.ts'

/**
 * Links an identity to an account, and notifies its owner. The caller holds the account's lock.
 * @throws a unique violation when the identity is linked to an account already
 */
export async function linkIdentity(
  tx: Tx,
  user: User,
  { issuer, subject, email }: ProviderIdentity,
  { label, origin }: { readonly label: string; readonly origin: Origin },
): Promise<void> {
  await insertIdentity(tx, { issuer, subject, email, user_id: user.id })
  const variables = { ...noticeVariables(tx, user.id, origin), provider: label }
  await queueMail(tx, 'providerLinked', { to: user.email, variables })
  const description = `${user.username} linked the account to ${label}`
  tx.record({ userId: user.id, type: 'oidc_linked', severity: 'medium', description })
}
