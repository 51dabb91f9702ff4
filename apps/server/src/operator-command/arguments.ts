import { parseArgs } from 'node:util'
import { type SignUpMode, signUpModes } from '@envhold/contract/accounts/sign-up-modes.ts'
import { graceExtension } from '@envhold/contract/operator/users.ts'
import { announcementLevels, announcementText } from '@envhold/contract/pages/announcement.ts'
import { UsageError } from '../verify/read-heads.ts'

/** An account, as an operator names it: e-mail address, username or id. */
interface OfUser {
  readonly user: string
  readonly reason: string
}

type AccountCommand = 'suspend' | 'unsuspend' | 'remove-factors' | 'force-delete'

export type Command = { readonly json: boolean } & (
  | { readonly name: 'help' | 'sweep' | 'diagnostics' }
  | { readonly name: 'approve' | 'reset-password'; readonly user: string }
  | { readonly name: 'extend-grace'; readonly user: string; readonly days: number }
  | { readonly name: 'confirm-deletions'; readonly count: number }
  | {
      readonly name: 'announce'
      /** Null removes it. */
      readonly announcement: {
        readonly text: string
        readonly level: (typeof announcementLevels)[number]
        readonly until: number | null
      } | null
    }
  /** Null: the server's setting holds. */
  | { readonly name: 'sign-ups'; readonly mode: SignUpMode | null }
  | { readonly name: 'operator-factor'; readonly required: boolean }
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
  confirm-deletions COUNT      let the next sweeps archive or delete COUNT projects, the number that the mail to the
                               operators names; it is good for 24 hours
  announce TEXT [--level info|warning] [--until TIME]
                               show a line of text on every page, until it is removed or until a time such as
                               2030-01-31T18:00Z
  announce --remove            remove it
  sign-ups MODE                let new accounts in: open, invited, approval, closed, or default for SIGN_UPS of the
                               server
  operator-factor on|off       require a second factor of every operator, or no longer, for when none of them has one
  diagnostics                  print what a bug report needs, as JSON: no secret, no name, no address

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
        level: { type: 'string' },
        until: { type: 'string' },
        remove: { type: 'boolean', default: false },
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
  const isAnnounced = values.level !== undefined || values.until !== undefined || values.remove
  if (isAnnounced && name !== 'announce') throw new UsageError(usage)
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
    case 'diagnostics':
      if (first !== undefined || values.reason !== undefined) throw new UsageError(usage)
      return { name, json }
    case 'announce':
      if (values.reason !== undefined) throw new UsageError(usage)
      return { name, announcement: parseAnnouncement(first, values), json }
    case 'sign-ups':
      if (values.reason !== undefined) throw new UsageError(usage)
      return { name, mode: parseMode(first), json }
    case 'operator-factor':
      if ((first !== 'on' && first !== 'off') || values.reason !== undefined) throw new UsageError(usage)
      return { name, required: first === 'on', json }
    case 'confirm-deletions':
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

interface AnnounceOptions {
  readonly level?: string
  readonly until?: string
  readonly remove: boolean
}

function parseAnnouncement(given: string | undefined, { level = 'info', until, remove }: AnnounceOptions) {
  if (remove) {
    if (given !== undefined || until !== undefined) throw new UsageError(usage)
    return null
  }
  const text = announcementText.safeParse(given)
  if (!text.success) throw new UsageError(`${text.error.issues[0]?.message}\n\n${usage}`)
  const known = announcementLevels.find((one) => one === level)
  const end = until === undefined ? null : Date.parse(until)
  // Without a zone it would depend on this machine.
  const isTime = until === undefined || (Number.isFinite(end) && /(?:Z|[+-]\d\d:\d\d)$/.test(until))
  if (!known || !isTime) throw new UsageError(usage)
  return { text: text.data, level: known, until: end }
}

function parseMode(given: string | undefined): SignUpMode | null {
  if (given === 'default') return null
  const mode = signUpModes.find((one) => one === given)
  if (!mode) throw new UsageError(usage)
  return mode
}

function parseRole(user = '', [role = '', ...more]: readonly string[], given = '') {
  const reason = given.trim()
  if (user === '' || role === '' || more.length > 0) throw new UsageError(usage)
  if (reason === '') throw new UsageError(`A reason is required\n\n${usage}`)
  return { name: 'assign-role', user, role, reason } as const
}
