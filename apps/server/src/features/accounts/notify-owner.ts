import { AppError } from '../../app-error.ts'
import type { QueuedTemplate, TemplateValues } from '../../mail/every-template.ts'
import { noticeVariables, queueMailIfAllowed } from '../../mail/queue-mail.ts'
import type { Tx } from '../audit-log/tx.ts'
import { listUndoableChanges } from '../users/reserved-email-store.ts'
import { findUser, type User } from '../users/user-store.ts'

type Circumstances = ReturnType<typeof noticeVariables>
type Secret = 'totp' | 'recoveryCodes' | 'passkey' | 'masterPassword' | 'recoveryKey'
type Notice = Extract<QueuedTemplate, `${Secret}${string}`>

/**
 * Where the owner of an account reads its warnings: at its address and, while a change of that can be undone, at the
 * former ones, because someone else may have changed it first. The links of the mails count for all of them.
 */
const mailboxesOf = async (tx: Tx, { id, email }: Pick<User, 'id' | 'email'>) =>
  new Set([email, ...(await listUndoableChanges(tx, id)).map(({ old_email }) => old_email)])

/** Warns the owner of an account, which someone else may use. @returns whether each mail was within its limit */
export async function mailOwner<Key extends QueuedTemplate>(
  tx: Tx,
  user: Pick<User, 'id' | 'email'>,
  key: Key,
  variables: TemplateValues<Key>,
): Promise<boolean> {
  let isComplete = true
  for (const to of await mailboxesOf(tx, user))
    if (!(await queueMailIfAllowed(tx, key, { to, variables }))) isComplete = false
  return isComplete
}

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
  await mailOwner(tx, user, notice, variables)
}

type Added = Extract<Notice | 'providerLinked', `${string}Added` | 'providerLinked'>

/**
 * Mails the owner of an account what can sign in to it from now on, with a link that removes it.
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
  if (!(await mailOwner(tx, user, notice, variables))) throw new AppError('RATE_LIMITED')
}
