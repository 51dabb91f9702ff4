import { resolve } from 'node:path'
import { UsageError, UserError } from '@envhold/command/user-error.ts'
import { type Call, command, confirmOption, readDialectOption, targetOptions, yesOption } from '../command.ts'
import { chooseOutputFormat, chooseReadForm } from '../config/output-format.ts'
import { type ProjectFile, projectFileName } from '../config/project-file.ts'
import type { Settings } from '../config/settings.ts'
import { acceptOptions } from '../files/require-safe-write.ts'
import { updateGitignore } from '../files/update-gitignore.ts'
import { fileCommands } from '../output/next-command.ts'
import { connect, requirePersonalToken } from '../remote/connect.ts'
import { readOrFallBack } from '../remote/read-or-fall-back.ts'
import type { SyncJob } from '../sync/sync-step.ts'
import { syncStep } from '../sync/sync-step.ts'
import { followAsUser, pollAsKey, watch } from '../sync/watch.ts'

const options = {
  ...targetOptions,
  ...readDialectOption,
  watch: { type: 'boolean', short: 'w', help: 'Keep running until stopped' },
  push: { type: 'boolean', help: 'Also push local changes to the server' },
  interval: {
    type: 'string',
    value: 'SECONDS',
    help: 'Check the server only this often, in seconds, 1 to 3600 (default: immediately; 60 for an API key)',
  },
  ...acceptOptions,
  ...confirmOption,
  ...yesOption,
} as const

const keyIntervalMs = 60_000

const intervalOf = (text: string | undefined): number | null => {
  if (text === undefined) return null
  const seconds = Number(text)
  if (!(seconds >= 1 && seconds <= 3600))
    throw new UsageError('--interval must be a number of seconds from 1 to 3600.')
  return seconds * 1000
}

/** @throws UserError when the folder’s file has another format, unless the user names a file */
function requireDotenv(settings: Settings, operand: string | undefined, file: ProjectFile | null): void {
  if (operand !== undefined) return
  const { format } = chooseOutputFormat(settings, {}, file)
  if (format === 'dotenv') return
  throw new UserError(
    `${projectFileName} has the format ${format}, and sync writes dotenv only.`,
    'Name the .env file to sync: envhold sync FILE. Or write the file of this folder: envhold pull',
    'FORMAT',
  )
}

export const sync = command({
  name: 'sync',
  summary: 'Keep a file in sync with an environment',
  operands: '[FILE]',
  options,
  details:
    'Pulls when the server changed and the file did not. With --push, pushes when the file changed and the server did not, and asks before it removes\n' +
    'keys from the server that were deleted from the file. When both changed, neither is overwritten: at a terminal you are asked,\n' +
    'otherwise a message says so.\n\n' +
    'With --watch the server reports a change within a second or two; waiting does not count towards a personal token’s hourly\n' +
    'limit. With an API key every check is a counted call, so it checks once a minute. The file is always written completely or not at\n' +
    'all, even if you stop it. With --json each event is one line.',
  examples: [
    ['envhold sync', 'Once'],
    ['envhold sync --watch', 'Follow the server'],
    ['envhold sync --watch --push', 'Both ways'],
  ],
  async run({ options: optionValues, operands, settings, output }: Call<typeof options>) {
    const intervalMs = intervalOf(optionValues.interval)
    const connection = await connect(settings, optionValues, output)
    if (optionValues.push) requirePersonalToken(connection, 'sync --push')
    requireDotenv(settings, operands[0], connection.file)
    const contents = await output.during(
      'Reading …',
      readOrFallBack({ settings, output }, connection, optionValues, { fallback: false, keep: false }),
    )
    await contents.checked
    const { target } = contents
    const { file: fileLabel, dialect } = chooseReadForm(
      settings,
      operands[0],
      { format: 'dotenv', dialect: optionValues.dialect },
      connection.file,
    )
    const commands = fileCommands(optionValues, operands[0])
    const job: SyncJob = {
      settings,
      output,
      connection,
      target,
      path: resolve(settings.cwd, fileLabel),
      fileLabel,
      commands,
      dialect,
      push: optionValues.push,
      yes: optionValues.yes,
      confirm: optionValues.confirm,
      acceptWarnings: optionValues['accept-warnings'],
      allWarnings: optionValues['all-warnings'],
      allowEmpty: optionValues['allow-empty'],
    }
    const result = await syncStep(job, contents)
    output.info(result.message)
    if (result.done === 'pulled')
      await updateGitignore(output, job.path, fileLabel, {
        add: false,
        yes: optionValues.yes,
        command: commands.ignore,
      })
    if (optionValues.watch) {
      const every = intervalMs ?? (target ? null : keyIntervalMs)
      const often = every === null ? '' : ` every ${every / 1000} s`
      output.info(
        `Watching ${contents.label}${optionValues.push ? ` and ${fileLabel}` : ''}${often}; Ctrl-C stops.`,
      )
      const feed = target
        ? followAsUser(connection, optionValues, target, intervalMs)
        : pollAsKey(connection, optionValues, intervalMs ?? keyIntervalMs)
      return watch(job, feed, { contents, first: result })
    }
    if (result.done === 'conflict')
      output.info(
        `To compare: ${commands.compare}. To keep yours: ${commands.push}. To use the server’s: ${commands.replace}`,
      )
    if (output.json)
      output.result(
        { file: job.path, environment: contents.label, version: result.version, done: result.done },
        () => '',
      )
    return result.done === 'conflict' ? 1 : 0
  },
})
