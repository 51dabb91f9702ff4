import { undoEmailDays } from '@envhold/contract/accounts/mailed-links.ts'
import { AppError, conflict } from '../../../app-error.ts'
import { ifTaken } from '../../../db/storage-errors.ts'
import { queueMail } from '../../../mail/queue-mail.ts'
import type { Tx } from '../../audit-log/tx.ts'
import { deleteEmailTokensOf } from '../../users/email-token-store.ts'
import { changeUser, type User } from '../../users/user-store.ts'
import { deleteChangesFrom, type EmailChange } from './email-change-store.ts'

/**
 * Gives an account its former address back, and forgets the changes since. Links that were mailed to the later
 * addresses stop working. The transaction has locked the account.
 * @throws a unique violation if the address belongs to another account by now; AppError UNAVAILABLE
 */
export async function restoreFormerEmail(tx: Tx, user: User, change: EmailChange): Promise<User> {
  const { old_email: email, old_canonical: email_canonical } = change
  // The owner has read a mail at the former address just now.
  const back = { email, email_canonical, email_verified_at: tx.clock() }
  const restored = await changeUser(tx, user, back)
  if (!restored) throw new AppError('UNAVAILABLE')
  await deleteChangesFrom(tx.db, change)
  await deleteEmailTokensOf(tx.db, user.id, ['verify-email', 'reset-password', 'confirm-email'])
  await queueMail(tx, 'emailChangeUndone', { to: user.email, variables: { account: user.username } })
  tx.revoked({ kind: 'email', userId: user.id })
  const description = `The change of the e-mail address of ${user.username} was undone from the former address`
  tx.record({ type: 'email_change_undone', description })
  return restored
}

const emailBelongsToOther = () => conflict('Another account uses this e-mail address by now.')

/** Another account gave the address up, and can still undo that. */
export const emailIsReserved = () =>
  conflict(
    `Another account can take this e-mail address back for ${undoEmailDays} days after giving it up. Use another one, or try again after that.`,
  )

/** Rejects with a clear error when the address was registered at the same time. */
export const orEmailTaken = <T>(work: Promise<T>) => ifTaken(work, emailBelongsToOther)
