/** Changes of an account that take effect later unless they are stopped. */

import * as contract from '@envhold/contract/accounts/account-security.ts'
import { conflict, notFound } from '../../../app-error.ts'
import { verb } from '../../../http/verb.ts'
import { noticeVariables } from '../../../mail/queue-mail.ts'
import { transact } from '../../audit-log/tx.ts'
import { hasUserKey } from '../../keyring/user-key-store.ts'
import { findUser, requireUser } from '../../users/user-store.ts'
import { mailOwner } from '../notify-owner.ts'
import { delayChange, delayedChangeView, stopChanges } from './delay-change.ts'
import { deleteRemovalNotice, listDelayedChangesOf } from './delayed-change-store.ts'

export const listDelayedChanges = verb(contract.listDelayedChanges, async (ctx, { caller: { userId } }) => ({
  changes: (await listDelayedChangesOf(ctx, userId)).map(delayedChangeView),
}))

/** Asks for an empty vault in place of one that its owner can no longer open. It takes effect after 72 hours. */
export const startEmptyVault = verb(contract.startEmptyVault, async (ctx, { caller: { userId }, origin }) => {
  const change = await transact(ctx, { userId, origin }, async (tx) => {
    await tx.lock([userId])
    const user = await requireUser(tx, userId)
    if (!(await hasUserKey(tx, userId)))
      throw conflict('Your vault is empty: set a master password to use it.')
    const delayed = await delayChange(tx, user, { kind: 'empty-vault', requested_by: null, reason: null })
    const variables = { ...noticeVariables(tx, userId, origin), changeId: delayed.id, due: delayed.due_at }
    await mailOwner(tx, user, 'emptyVaultStarted', variables)
    const description = `${user.username} asked for an empty vault`
    tx.record({ type: 'delayed_change_started', description })
    return delayed
  })
  return { change: delayedChangeView(change) }
})

/** Stops a change from any session of the account, or dismisses a notice. This needs no step-up: it only protects. */
export const stopDelayedChange = verb(contract.stopDelayedChange, async (ctx, call) => {
  const { params, origin } = call
  const { userId } = call.caller
  const message = await transact(ctx, { userId, origin }, async (tx) => {
    await tx.lock([userId])
    if (await deleteRemovalNotice(tx.db, userId, params.id)) return 'The notice is dismissed.'
    const user = await findUser(tx, userId)
    if (!user || (await stopChanges(tx, user, params.id)) === 0)
      throw notFound('This change was stopped or has already taken effect.')
    return 'The change is stopped.'
  })
  return { message }
})
