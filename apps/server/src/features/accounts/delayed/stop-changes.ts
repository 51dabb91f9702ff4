import { queueMail } from '../../../mail/queue-mail.ts'
import type { Tx } from '../../audit-log/tx.ts'
import type { User } from '../../users/user-store.ts'
import { deleteDelayedChange, listDelayedChangesOf } from './delayed-change-store.ts'

/**
 * Stops changes before they take effect: one, or all of an account. The transaction has locked the account.
 * @returns how many were stopped
 */
export async function stopChanges(tx: Tx, user: User, id?: string): Promise<number> {
  let stopped = 0
  for (const change of await listDelayedChangesOf(tx, user.id)) {
    if (id !== undefined && change.id !== id) continue
    if (!(await deleteDelayedChange(tx.db, change.id))) continue
    await queueMail(tx, 'delayedChangeStopped', { to: user.email, variables: {} })
    const what = change.kind === 'empty-vault' ? 'emptying the vault' : 'removing the second factors'
    const description = `${user.username} stopped ${what}`
    tx.record({ type: 'delayed_change_stopped', severity: 'high', description, userId: user.id })
    stopped++
  }
  return stopped
}
