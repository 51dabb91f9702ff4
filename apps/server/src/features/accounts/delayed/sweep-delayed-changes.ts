import { newToken } from '@envhold/integrity/token.ts'
import { AppError } from '../../../app-error.ts'
import type { Context } from '../../../context.ts'
import { revokeIdleApiKeys } from '../../api-keys/sweep-api-keys.ts'
import { type Tx, transact } from '../../audit-log/tx.ts'
import { endInvitationsTo } from '../../collaborators/end-invitation.ts'
import { endOffersTo } from '../../collaborators/transfer/end-offers.ts'
import { type EmptiedVault, emptyVault } from '../../grants/empty-vault.ts'
import { revokeIdleTokens } from '../../personal-tokens/account-tokens.ts'
import { endAllDevices } from '../../sessions/devices.ts'
import { findUser, type User } from '../../users/user-store.ts'
import { deleteFactors } from '../factors/factor-store.ts'
import { mailOwner } from '../notify-owner.ts'
import {
  type DelayedChange,
  deleteDelayedChange,
  deleteRemovalNotice,
  insertDelayedChange,
  listDelayedChangesOf,
  listDueChanges,
  markReminded,
} from './delayed-change-store.ts'

const hourMs = 3_600_000
const reminderMs = 24 * hourMs
/** Sweeps run hourly, so the reminder may come an hour late; the change still takes effect on time. */
const minNoticeMs = reminderMs - hourMs
/** How long the owner is told that the second factors were removed, unless they set one up. */
const removalNoticeMs = 30 * reminderMs

/**
 * Reminds of changes a day before, and makes those that are due. A change whose reminder is late, because no server
 * ran, waits until its user had the time to stop it.
 * @returns how many were made
 * @throws the first failure, after every other change was processed
 */
export async function sweepDelayedChanges(ctx: Context): Promise<number> {
  const failures: unknown[] = []
  let made = 0
  for (const due of await listDueChanges(ctx.db, ctx.clock() + reminderMs))
    try {
      if (await process(ctx, due)) made++
    } catch (error) {
      failures.push(error)
    }
  if (failures.length > 0) throw failures[0]
  return made
}

type Due = Pick<DelayedChange, 'id' | 'user_id'>

/** @returns whether the change was made */
async function process(ctx: Context, due: Due): Promise<boolean> {
  for (;;) {
    const made = await processStep(ctx, due)
    if (made !== 'in part') return made
  }
}

const processStep = (ctx: Context, { id, user_id }: Due) =>
  transact(ctx, { userId: user_id, origin: null }, async (tx) => {
    await tx.lock([user_id])
    const user = await findUser(tx, user_id)
    // Stopped just now, or processed by another node.
    const change = (await listDelayedChangesOf(tx, user_id)).find((change) => change.id === id)
    if (!user || !change) return false
    if (change.kind === 'factors-removed') {
      if (tx.clock() >= change.due_at) await deleteDelayedChange(tx.db, id)
      return false
    }
    if (change.reminded_at === null) {
      await remind(tx, user, change)
      return false
    }
    const now = tx.clock()
    if (now < change.due_at || now < change.reminded_at + minNoticeMs) return false
    if (change.kind === 'empty-vault' && (await endInvitationsTo(tx, user.id))) return 'in part'
    if (!(await deleteDelayedChange(tx.db, id))) throw new AppError('UNAVAILABLE')
    await make(tx, user, change)
    return true
  })

async function remind(tx: Tx, user: User, { id, kind, due_at }: DelayedChange): Promise<void> {
  const due = Math.max(due_at, tx.clock() + minNoticeMs)
  const template = kind === 'empty-vault' ? 'emptyVaultReminder' : 'removeFactorsReminder'
  await mailOwner(tx, user, template, { userId: user.id, changeId: id, due })
  await markReminded(tx.db, id, tx.clock())
}

async function make(tx: Tx, user: User, { kind }: DelayedChange): Promise<void> {
  if (kind === 'empty-vault') {
    const { deleted, shared } = await emptyAccountVault(tx, user)
    await mailOwner(tx, user, 'emptyVaultDone', { deleted, shared })
  } else {
    await deleteFactors(tx.db, user.id)
    await endAllDevices(tx.db, user.id)
    await noticeRemoval(tx, user.id)
    await mailOwner(tx, user, 'removeFactorsDone', {})
  }
  const what = kind === 'empty-vault' ? 'The vault was emptied' : 'The second factors were removed'
  const description = `${what}, as announced to ${user.username}`
  tx.record({ type: 'delayed_change_done', description })
}

async function noticeRemoval(tx: Tx, user_id: number): Promise<void> {
  const now = tx.clock()
  await deleteRemovalNotice(tx.db, user_id)
  await insertDelayedChange(tx, {
    id: newToken('eml').id,
    user_id,
    kind: 'factors-removed',
    requested_by: null,
    reason: null,
    created_at: now,
    due_at: now + removalNoticeMs,
    reminded_at: null,
  })
}

/** Empties the vault of an account, in all slices that hold something sealed to it. Its invitations have ended. */
async function emptyAccountVault(tx: Tx, user: User): Promise<EmptiedVault> {
  await endOffersTo(tx, user)
  const emptied = await emptyVault(tx, user)
  await revokeIdleTokens(tx, user.id)
  await revokeIdleApiKeys(tx, user.id)
  return emptied
}
