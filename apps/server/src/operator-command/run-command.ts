import { resetMinutes } from '@envhold/contract/accounts/password-reset.ts'
import { AppError } from '../app-error.ts'
import type { Context } from '../context.ts'
import { startFactorRemoval } from '../features/accounts/delayed/start-factor-removal.ts'
import { requireReasonLength } from '../features/accounts/suspend-account.ts'
import { confirmDeletions } from '../features/archive/phase/deletion-guard.ts'
import { sweepPhases } from '../features/archive/phase/sweep-phases.ts'
import { type Tx, transact } from '../features/audit-log/tx.ts'
import { makeDiagnostics } from '../features/operator/instance-health/make-diagnostics.ts'
import {
  setAnnouncement,
  setOperatorFactor,
  setSignUps,
} from '../features/operator/instance-settings/set-settings.ts'
import { recordOperatorAction } from '../features/operator/users/operator-action-store.ts'
import {
  approveUser,
  extendGracePeriod,
  forceDeleteUser,
  suspendUser,
  unsuspendUser,
} from '../features/operator/users/user-actions.ts'
import type { User } from '../features/users/user-store.ts'
import { wireTime } from '../http/wire-time.ts'
import { cleanName } from '../mail/clean-name.ts'
import { type Command, usage } from './arguments.ts'
import { findAccount } from './find-account.ts'
import { startResetOf } from './reset-password.ts'
import { setRole } from './set-role.ts'

/** What a command did: for people, and for programs. */
interface Outcome {
  readonly text: string
  readonly json: object
}

/** An operator on this machine has no account here. */
const actor = { userId: null, origin: null }

/** A user chose the name: it must not move the cursor of a terminal. */
const named = ({ id, username, email }: User) => `${cleanName(username)} (${email}, account ${id})`

const accountOf = ({ id, username, email, status, suspended_reason }: User) => ({
  account: { id, username, email, status, suspended_reason },
})

const changeAccount = (ctx: Context, given: string, work: (tx: Tx, user: User) => Promise<User>) =>
  transact(ctx, actor, async (tx) => work(tx, await findAccount(tx, given)))

async function extendGrace(
  ctx: Context,
  { user: given, days }: { readonly user: string; readonly days: number },
): Promise<Outcome> {
  const { user, endsAt } = await transact(ctx, actor, async (tx) =>
    extendGracePeriod(tx, (await findAccount(tx, given)).id, days),
  )
  const grace_ends_at = wireTime(endsAt)
  const text = `The owner of ${named(user)} can restore it until ${grace_ends_at}.`
  return { text, json: { ...accountOf(user), grace_ends_at } }
}

async function release(ctx: Context, count: number): Promise<Outcome> {
  const outcome = await confirmDeletions(ctx, count)
  if (!outcome.released)
    throw new AppError('CONFLICT', {
      message:
        outcome.held === null
          ? 'No projects wait to be archived or deleted.'
          : `${outcome.held} projects wait, not ${count}. Look at why before you confirm that number.`,
    })
  const text = `The next sweeps within 24 hours may archive or delete ${count} projects.`
  return { text, json: { released: count } }
}

const removeFactors = (ctx: Context, given: string, reason: string) =>
  transact(ctx, actor, async (tx) => {
    const user = await findAccount(tx, given)
    const { due_at } = await startFactorRemoval(tx, user, reason)
    await recordOperatorAction(tx, { userId: user.id, act: 'remove_factors', reason, details: {} })
    return { user, due: wireTime(due_at) }
  })

/** @throws AppError when it cannot be done */
export async function runCommand(ctx: Context, command: Command): Promise<Outcome> {
  switch (command.name) {
    case 'suspend': {
      const { reason } = command
      const user = await changeAccount(ctx, command.user, (tx, found) => suspendUser(tx, found.id, reason))
      return { text: `Suspended ${named(user)}. Reason: ${reason}`, json: accountOf(user) }
    }
    case 'unsuspend': {
      const { reason } = command
      const user = await changeAccount(ctx, command.user, (tx, found) => unsuspendUser(tx, found.id, reason))
      return { text: `Ended the suspension of ${named(user)}.`, json: accountOf(user) }
    }
    case 'approve': {
      const user = await changeAccount(ctx, command.user, (tx, found) => approveUser(tx, found.id))
      return { text: `Approved ${named(user)}.`, json: accountOf(user) }
    }
    case 'extend-grace':
      return await extendGrace(ctx, command)
    case 'force-delete': {
      const { reason } = command
      requireReasonLength(reason)
      const user = await changeAccount(ctx, command.user, (tx, found) =>
        forceDeleteUser(tx, found.id, reason),
      )
      return { text: `Deleted ${named(user)} for good.`, json: { deleted: user.id } }
    }
    case 'assign-role': {
      const user = await setRole(ctx, command.user, command)
      const { role } = user
      return { text: `${named(user)} has the role ${role} now.`, json: { ...accountOf(user), role } }
    }
    case 'reset-password': {
      const { user, link } = await startResetOf(ctx, command.user)
      const text =
        link === null
          ? `Mailed a link for a new password to ${named(user)}. It works once, for ${resetMinutes} minutes.`
          : `A link for a new password of ${named(user)}. It works once, for ${resetMinutes} minutes, and is not shown again:\n${link}`
      return { text, json: { ...accountOf(user), ...(link !== null && { link }) } }
    }
    case 'remove-factors': {
      const { user, due } = await removeFactors(ctx, command.user, command.reason)
      const text = `The second factors of ${named(user)} will be removed at ${due}, unless the user stops it.`
      return { text, json: { ...accountOf(user), due_at: due } }
    }
    case 'sweep': {
      const changed = await sweepPhases(ctx)
      return { text: `Checked all accounts; ${changed} changed.`, json: { changed } }
    }
    case 'diagnostics': {
      const json = await makeDiagnostics(ctx, actor)
      return { text: JSON.stringify(json, null, 2), json }
    }
    case 'confirm-deletions':
      return await release(ctx, command.count)
    case 'announce': {
      const { announcement } = command
      await transact(ctx, actor, (tx) => setAnnouncement(tx, announcement))
      const text = announcement ? 'Every page shows it within a minute.' : 'The announcement is removed.'
      return { text, json: { announcement: announcement?.text ?? null } }
    }
    case 'sign-ups': {
      const { mode } = command
      await transact(ctx, actor, (tx) => setSignUps(tx, mode))
      const text = mode === null ? 'SIGN_UPS of the server holds again.' : `The sign-up mode is ${mode} now.`
      return { text, json: { sign_ups: mode } }
    }
    case 'operator-factor': {
      const { required } = command
      await transact(ctx, actor, (tx) => setOperatorFactor(tx, required))
      const text = required
        ? 'The operator area opens only with a second factor now.'
        : 'The operator area opens without a second factor now.'
      return { text, json: { operator_factor: required } }
    }
    case 'help':
      return { text: usage, json: { usage } }
  }
}
