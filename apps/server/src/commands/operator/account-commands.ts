import { UsageError } from '@envhold/command/user-error.ts'
import { resetMinutes } from '@envhold/contract/accounts/mailed-links.ts'
import { graceExtension } from '@envhold/contract/operator/users.ts'
import type { Context } from '../../context.ts'
import { startFactorRemoval } from '../../features/accounts/delayed/delay-change.ts'
import { requireReasonLength } from '../../features/accounts/suspend-account.ts'
import { type Tx, transact } from '../../features/audit-log/tx.ts'
import { recordOperatorAction } from '../../features/operator/users/operator-action-store.ts'
import {
  approveUser,
  extendGracePeriod,
  forceDeleteUser,
  suspendUser,
  unsuspendUser,
} from '../../features/operator/users/user-actions.ts'
import type { User } from '../../features/users/user-store.ts'
import { wireTime } from '../../http/responses/wire-time.ts'
import { cleanName } from '../../mail/wording.ts'
import { actor } from '../command.ts'
import { setRole, startResetOf } from './account-acts.ts'
import { findAccount } from './find-account.ts'
import { type Outcome, operatorCommand } from './operator-command.ts'

/** A user chose the name: it must not move the cursor of a terminal. */
const named = ({ id, username, email }: User) => `${cleanName(username)} (${email}, account ${id})`

const accountOf = ({ id, username, email, status, suspended_reason }: User) => ({
  account: { id, username, email, status, suspended_reason },
})

const changeAccount = (ctx: Context, account: string, work: (tx: Tx, user: User) => Promise<User>) =>
  transact(ctx, actor, async (tx) => work(tx, await findAccount(tx, account)))

const reasonOption = { reason: { type: 'string', value: 'TEXT', help: 'Why' } } as const

function requireUser([user = '']: readonly string[]): string {
  if (user === '') throw new UsageError('USER is an e-mail address, a username or an id.')
  return user
}

function requireReason(text: string | undefined, problem = 'A reason is required'): string {
  const reason = text?.trim() ?? ''
  if (reason === '') throw new UsageError(problem)
  return reason
}

const suspend = operatorCommand({
  operands: 'USER',
  name: 'suspend',
  summary: 'Confine an account; its user sees the reason, on the page and in an e-mail',
  options: reasonOption,
  examples: [['envhold-server operator suspend ada --reason Spam', 'What ada reads']],
  plan({ operands, options }) {
    const account = requireUser(operands)
    const reason = requireReason(options.reason, 'Suspension reason is required')
    return async (ctx) => {
      const user = await changeAccount(ctx, account, (tx, user) => suspendUser(tx, user.id, reason))
      return { text: `Suspended ${named(user)}. Reason: ${reason}`, json: accountOf(user) }
    }
  },
})

const unsuspend = operatorCommand({
  operands: 'USER',
  name: 'unsuspend',
  summary: 'Let an account in again; tokens and API keys work as before',
  options: reasonOption,
  plan({ operands, options }) {
    const account = requireUser(operands)
    const reason = options.reason?.trim() ?? ''
    return async (ctx) => {
      const user = await changeAccount(ctx, account, (tx, user) => unsuspendUser(tx, user.id, reason))
      return { text: `Ended the suspension of ${named(user)}.`, json: accountOf(user) }
    }
  },
})

const approve = operatorCommand({
  operands: 'USER',
  name: 'approve',
  summary: 'Let in a new account that waits (SIGN_UPS=approval)',
  plan({ operands }) {
    const account = requireUser(operands)
    return async (ctx) => {
      const user = await changeAccount(ctx, account, (tx, user) => approveUser(tx, user.id))
      return { text: `Approved ${named(user)}.`, json: accountOf(user) }
    }
  },
})

const extendGrace = operatorCommand({
  operands: 'USER',
  name: 'extend-grace',
  summary: 'Give the owner of a deleted account more days to restore it',
  options: {
    days: { type: 'string', value: 'N', help: `1 to ${graceExtension.maxDays}; else ${graceExtension.days}` },
  },
  plan({ operands, options }) {
    const account = requireUser(operands)
    const days = Number(options.days ?? graceExtension.days)
    if (!Number.isInteger(days) || days < 1 || days > graceExtension.maxDays)
      throw new UsageError(`--days is a number from 1 to ${graceExtension.maxDays}.`)
    return async (ctx) => {
      const { user, endsAt } = await transact(ctx, actor, async (tx) =>
        extendGracePeriod(tx, (await findAccount(tx, account)).id, days),
      )
      const grace_ends_at = wireTime(endsAt)
      const text = `The owner of ${named(user)} can restore it until ${grace_ends_at}.`
      return { text, json: { ...accountOf(user), grace_ends_at } }
    }
  },
})

const forceDelete = operatorCommand({
  operands: 'USER',
  name: 'force-delete',
  summary:
    'Permanently delete a suspended, deleted or waiting account, with its projects; its user gets an e-mail with the reason',
  options: reasonOption,
  plan({ operands, options }) {
    const account = requireUser(operands)
    const reason = requireReason(options.reason)
    return async (ctx) => {
      requireReasonLength(reason)
      const user = await changeAccount(ctx, account, (tx, user) => forceDeleteUser(tx, user.id, reason))
      return { text: `Deleted ${named(user)} permanently.`, json: { deleted: user.id } }
    }
  },
})

const resetPassword = operatorCommand({
  operands: 'USER',
  name: 'reset-password',
  summary: 'E-mail the user a link for a new password; without a mail server, print it once',
  plan({ operands }) {
    const account = requireUser(operands)
    return async (ctx) => {
      const { user, link } = await startResetOf(ctx, account)
      const text =
        link === null
          ? `Mailed a link for a new password to ${named(user)}. It works once, for ${resetMinutes} minutes.`
          : `A link for a new password of ${named(user)}. It works once, for ${resetMinutes} minutes, and is not shown again:\n${link}`
      return { text, json: { ...accountOf(user), ...(link !== null && { link }) } }
    }
  },
})

const removeFactors = operatorCommand({
  operands: 'USER',
  name: 'remove-factors',
  summary:
    'Remove a lost authenticator app, recovery codes and passkeys after 72 hours; the user is notified immediately and can stop it',
  options: reasonOption,
  plan({ operands, options }) {
    const account = requireUser(operands)
    const reason = requireReason(options.reason)
    return async (ctx) => {
      const { user, due } = await transact(ctx, actor, async (tx) => {
        const user = await findAccount(tx, account)
        const { due_at } = await startFactorRemoval(tx, user, reason)
        await recordOperatorAction(tx, { userId: user.id, act: 'remove_factors', reason, details: {} })
        return { user, due: wireTime(due_at) }
      })
      const text = `The second factors of ${named(user)} will be removed at ${due}, unless the user stops it.`
      return { text, json: { ...accountOf(user), due_at: due } }
    }
  },
})

const assignRoleTo =
  (account: string, role: string, reason: string) =>
  async (ctx: Context): Promise<Outcome> => {
    const user = await setRole(ctx, account, { role, reason })
    const text = `${named(user)} has the role ${user.role} now.`
    return { text, json: { ...accountOf(user), role: user.role } }
  }

const makeSuperAdmin = operatorCommand({
  operands: 'USER',
  name: 'make-super-admin',
  summary: 'Give an account the role SUPER_ADMIN, for when the only one is lost',
  options: reasonOption,
  plan: ({ operands, options }) =>
    assignRoleTo(requireUser(operands), 'SUPER_ADMIN', requireReason(options.reason)),
})

const assignRole = operatorCommand({
  name: 'assign-role',
  summary: 'Give an account another role; its user gets an e-mail with the reason',
  operands: 'USER ROLE',
  options: reasonOption,
  plan({ operands, options }) {
    const [, role = ''] = operands
    if (role === '') throw new UsageError('ROLE is the name of a role.')
    return assignRoleTo(requireUser(operands), role, requireReason(options.reason))
  },
})

export const accountCommands = [
  suspend,
  unsuspend,
  approve,
  extendGrace,
  forceDelete,
  resetPassword,
  removeFactors,
  makeSuperAdmin,
  assignRole,
]
