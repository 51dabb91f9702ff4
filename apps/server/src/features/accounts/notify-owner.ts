import type { QueuedTemplate, TemplateValues } from '../../mail/every-template.ts'
import { noticeVariables, queueMail } from '../../mail/queue-mail.ts'
import type { Tx } from '../audit-log/tx.ts'
import { findUser } from '../users/user-store.ts'

type Circumstances = ReturnType<typeof noticeVariables>
type Secret = 'totp' | 'recoveryCodes' | 'passkey' | 'masterPassword' | 'recoveryKey'
type Notice = Extract<QueuedTemplate, `${Secret}${string}`>

/** Mails the user of a call what it did to the secrets of their account. */
export async function notifyOwner<Key extends Notice>(
  tx: Tx,
  notice: Key,
  more: Omit<TemplateValues<Key>, keyof Circumstances>,
): Promise<void> {
  const { userId, origin } = tx.actor
  const user = userId !== null && (await findUser(tx, userId))
  if (!user || !origin) return
  const variables = { ...noticeVariables(tx, user.id, origin), ...more } as TemplateValues<Key>
  await queueMail(tx, notice, { to: user.email, variables })
}
