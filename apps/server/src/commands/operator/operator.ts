import { UsageError } from '@envhold/command/user-error.ts'
import { type SignUpMode, signUpModes } from '@envhold/contract/accounts/accounts.ts'
import { formatCount } from '@envhold/contract/format-count.ts'
import { announcementLevels, announcementText } from '@envhold/contract/pages/announcement.ts'
import { AppError } from '../../app-error.ts'
import { confirmDeletions } from '../../features/archive/phase/deletion-guard.ts'
import { sweepPhases } from '../../features/archive/phase/sweep-phases.ts'
import { transact } from '../../features/audit-log/tx.ts'
import { makeDiagnostics } from '../../features/operator/instance-health/make-diagnostics.ts'
import {
  setAnnouncement,
  setOperatorFactor,
  setSignUps,
} from '../../features/operator/instance-settings/set-settings.ts'
import { requireTrustedClock } from '../../jobs/clock-uncertainty.ts'
import { actor, type Group } from '../command.ts'
import { accountCommands } from './account-commands.ts'
import { operatorCommand } from './operator-command.ts'

const sweep = operatorCommand({
  name: 'sweep',
  summary:
    'Run now what the server runs every hour for all accounts: send reminders, end grace periods, delete expired archives',
  plan: () => async (ctx) => {
    await requireTrustedClock(ctx)
    const changed = await sweepPhases(ctx)
    return { text: `Checked all accounts; ${changed} changed.`, json: { changed } }
  },
})

const confirmDeletionsCommand = operatorCommand({
  name: 'confirm-deletions',
  summary:
    'Let the next sweeps archive or delete COUNT projects, the number that the e-mail to the operators names; it is good for 24 hours',
  operands: 'COUNT',
  plan({ operands: [name = ''] }) {
    if (!/^[1-9]\d{0,8}$/.test(name)) throw new UsageError('COUNT is a number of projects.')
    const count = Number(name)
    return async (ctx) => {
      const outcome = await confirmDeletions(ctx, count)
      if (!outcome.released)
        throw new AppError('CONFLICT', {
          message:
            outcome.held === null
              ? 'No projects wait to be archived or deleted.'
              : `${outcome.held} projects wait, not ${count}. Look at why before you confirm that number.`,
        })
      const text = `The next sweeps within 24 hours may archive or delete ${formatCount(count, 'project')}.`
      return { text, json: { released: count } }
    }
  },
})

interface AnnounceOptions {
  readonly level: string | undefined
  readonly until: string | undefined
  readonly remove: boolean
}

/** @returns null to remove the announcement @throws UsageError */
function readAnnouncement(typed: string | undefined, { level = 'info', until, remove }: AnnounceOptions) {
  if (remove) {
    if (typed !== undefined || until !== undefined)
      throw new UsageError('--remove takes neither TEXT nor --until.')
    return null
  }
  const text = announcementText.safeParse(typed)
  if (!text.success) throw new UsageError(`${text.error.issues[0]?.message}`)
  const known = announcementLevels.find((known) => known === level)
  const end = until === undefined ? null : Date.parse(until)
  // Without a zone it would depend on this machine.
  const isTime = until === undefined || (Number.isFinite(end) && /(?:Z|[+-]\d\d:\d\d)$/.test(until))
  if (!known || !isTime) throw new UsageError('--until is a time with its zone, such as 2030-01-31T18:00Z.')
  return { text: text.data, level: known, until: end }
}

const announce = operatorCommand({
  name: 'announce',
  summary: 'Show a line of text on every page, or remove it',
  operands: '[TEXT]',
  options: {
    level: { type: 'string', value: 'LEVEL', choices: announcementLevels, help: 'How it looks' },
    until: { type: 'string', value: 'TIME', help: 'When it ends, such as 2030-01-31T18:00Z' },
    remove: { type: 'boolean', help: 'Remove it' },
  },
  plan({ operands, options: { level, until, remove } }) {
    const announcement = readAnnouncement(operands[0], { level, until, remove })
    return async (ctx) => {
      await transact(ctx, actor, (tx) => setAnnouncement(tx, announcement))
      const text = announcement ? 'Every page shows it within a minute.' : 'The announcement is removed.'
      return { text, json: { announcement: announcement?.text ?? null } }
    }
  },
})

function readMode(typed: string | undefined): SignUpMode | null {
  if (typed === 'default') return null
  const mode = signUpModes.find((mode) => mode === typed)
  if (!mode) throw new UsageError(`MODE is ${signUpModes.join(', ')}, or default for SIGN_UPS of the server.`)
  return mode
}

const signUps = operatorCommand({
  name: 'sign-ups',
  summary: `Let new accounts in: ${signUpModes.join(', ')}, or default for SIGN_UPS of the server`,
  operands: 'MODE',
  plan({ operands }) {
    const mode = readMode(operands[0])
    return async (ctx) => {
      await transact(ctx, actor, (tx) => setSignUps(tx, mode))
      const text = mode === null ? 'SIGN_UPS of the server holds again.' : `The sign-up mode is ${mode} now.`
      return { text, json: { sign_ups: mode } }
    }
  },
})

const operatorFactor = operatorCommand({
  name: 'operator-factor',
  summary: 'Require a second factor of every operator, or no longer, for when none of them has one',
  operands: 'on|off',
  plan({ operands: [mode] }) {
    if (mode !== 'on' && mode !== 'off') throw new UsageError('Say on or off.')
    const required = mode === 'on'
    return async (ctx) => {
      await transact(ctx, actor, (tx) => setOperatorFactor(tx, required))
      const text = required
        ? 'The operator area opens only with a second factor now.'
        : 'The operator area opens without a second factor now.'
      return { text, json: { operator_factor: required } }
    }
  },
})

const diagnostics = operatorCommand({
  name: 'diagnostics',
  summary: 'Print what a bug report needs, as JSON: no secret, no name, no address',
  plan: () => async (ctx) => {
    const json = await makeDiagnostics(ctx, actor)
    return { text: JSON.stringify(json, null, 2), json }
  },
})

export const operator: Group = {
  name: 'operator',
  summary: 'Change accounts and the settings of the instance, also beside a running server',
  commands: [
    ...accountCommands,
    sweep,
    confirmDeletionsCommand,
    announce,
    signUps,
    operatorFactor,
    diagnostics,
  ],
  details:
    'USER is an e-mail address, a username or an id. Exit codes: 0 done, 1 not done, 2 invalid arguments.',
}
