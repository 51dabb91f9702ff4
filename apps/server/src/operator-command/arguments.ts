import { parseArgs } from 'node:util'
import { graceExtension } from '@envhold/contract/operator/users.ts'
import { UsageError } from '../verify/read-heads.ts'

/** An account, as an operator names it: e-mail address, username or id. */
interface OfUser {
  readonly user: string
  readonly reason: string
}

type AccountCommand = 'suspend' | 'unsuspend' | 'remove-factors' | 'force-delete'

export type Command = { readonly json: boolean } & (
  | { readonly name: 'help' | 'sweep' }
  | { readonly name: 'approve' | 'reset-password'; readonly user: string }
  | { readonly name: 'extend-grace'; readonly user: string; readonly days: number }
  | { readonly name: 'release-brake'; readonly count: number }
  | ({ readonly name: AccountCommand } & OfUser)
  | ({ readonly name: 'assign-role'; readonly role: string } & OfUser)
)

export const usage = `Usage: npm run operator -- COMMAND [--json]

  suspend USER --reason TEXT   confine an account; its user sees the reason, on the page and in a mail
  unsuspend USER [--reason TEXT]
                               let it in again; tokens and API keys work as before
  approve USER                 let in a new account that waits (SIGN_UPS=approval)
  extend-grace USER [--days N] give the owner of a deleted account 30 or N more days to restore it
  force-delete USER --reason TEXT
                               delete a suspended, deleted or waiting account for good, with its projects; its user
                               gets a mail with the reason
  reset-password USER          mail the user a link for a new password; without a mail server, print it once
  remove-factors USER --reason TEXT
                               remove a lost authenticator app, recovery codes and passkeys after 72 hours; the user
                               is told at once and can stop it
  make-super-admin USER --reason TEXT
                               give an account the role SUPER_ADMIN, for when the only one is lost
  assign-role USER ROLE --reason TEXT
                               give an account another role; its user gets a mail with the reason
  sweep                        run now what the server runs every hour for all accounts: send reminders, end grace
                               periods, delete expired archives
  release-brake COUNT          let the next sweeps archive or delete COUNT projects, the number that the mail to the
                               operators names; it is good for 24 hours

USER is an e-mail address, a username or an id. The commands work while the server runs.
--json prints one JSON object. Exit codes: 0 done, 1 not done, 2 invalid arguments.`

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        reason: { type: 'string' },
        days: { type: 'string' },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    })
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : 'Unknown argument.'}\n\n${usage}`)
  }
}

/** @throws UsageError */
export function parseCommand(args: readonly string[]): Command {
  const { values, positionals } = parse(args)
  const { json } = values
  const [name = 'help', ...rest] = positionals
  if (name === 'help' || values.help) return { name: 'help', json }
  const [first, ...more] = rest
  if (values.days !== undefined && name !== 'extend-grace') throw new UsageError(usage)
  if (name === 'assign-role') return { ...parseRole(first, more, values.reason), json }
  if (more.length > 0) throw new UsageError(usage)
  switch (name) {
    case 'suspend':
    case 'unsuspend':
    case 'remove-factors':
    case 'force-delete':
      return { ...parseAccount(name, first, values.reason), json }
    case 'make-super-admin':
      return { ...parseRole(first, ['SUPER_ADMIN'], values.reason), json }
    case 'extend-grace':
      return { name, ...parseExtension(first, values), json }
    case 'approve':
    case 'reset-password':
      if (first === undefined || first === '' || values.reason !== undefined) throw new UsageError(usage)
      return { name, user: first, json }
    case 'sweep':
      if (first !== undefined || values.reason !== undefined) throw new UsageError(usage)
      return { name, json }
    case 'release-brake':
      if (!/^[1-9]\d{0,8}$/.test(first ?? '') || values.reason !== undefined) throw new UsageError(usage)
      return { name, count: Number(first), json }
    default:
      throw new UsageError(usage)
  }
}

function parseAccount(name: AccountCommand, user = '', given = '') {
  const reason = given.trim()
  if (user === '') throw new UsageError(usage)
  if (name === 'suspend' && reason === '') throw new UsageError(`Suspension reason is required\n\n${usage}`)
  if (name !== 'unsuspend' && reason === '') throw new UsageError(`A reason is required\n\n${usage}`)
  return { name, user, reason }
}

function parseExtension(user = '', { days, reason }: { days?: string; reason?: string }) {
  const given = Number(days ?? graceExtension.days)
  const isValid = Number.isInteger(given) && given >= 1 && given <= graceExtension.maxDays
  if (user === '' || reason !== undefined || !isValid) throw new UsageError(usage)
  return { user, days: given }
}

function parseRole(user = '', [role = '', ...more]: readonly string[], given = '') {
  const reason = given.trim()
  if (user === '' || role === '' || more.length > 0) throw new UsageError(usage)
  if (reason === '') throw new UsageError(`A reason is required\n\n${usage}`)
  return { name: 'assign-role', user, role, reason } as const
}
