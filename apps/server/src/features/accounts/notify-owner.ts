import { AppError } from '../../app-error.ts'
import type { QueuedTemplate, TemplateValues } from '../../mail/every-template.ts'
import { noticeVariables, queueMail, queueMailIfAllowed } from '../../mail/queue-mail.ts'
import type { Tx } from '../audit-log/tx.ts'
import { listUndoableChanges } from '../users/reserved-email-store.ts'
import { findUser, type User } from '../users/user-store.ts'

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

type Added = Extract<Notice | 'providerLinked', `${string}Added` | 'providerLinked'>

/**
 * Mails the owner of an account what can sign in to it from now on, with a link that removes it. While a change of the
 * address can be undone, the former address is mailed too: someone else may have changed it before they added this.
 * @throws AppError RATE_LIMITED instead of dropping a mail: nothing is added without it
 */
export async function notifyOfAdded<Key extends Added>(
  tx: Tx,
  user: User,
  notice: Key,
  more: Omit<TemplateValues<Key>, keyof Circumstances>,
): Promise<void> {
  const { origin } = tx.actor
  if (!origin) return
  const variables = { ...noticeVariables(tx, user.id, origin), ...more } as TemplateValues<Key>
  const former = (await listUndoableChanges(tx, user.id)).map(({ old_email }) => old_email)
  for (const to of new Set([user.email, ...former]))
    if (!(await queueMailIfAllowed(tx, notice, { to, variables }))) throw new AppError('RATE_LIMITED')
}
