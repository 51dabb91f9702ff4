import { resolve } from 'node:path'
import { UsageError } from '@envhold/command/user-error.ts'
import { formatCount } from '@envhold/contract/format-count.ts'
import { chooseVariables, toRecord, type Variables } from '@envhold/formats/variables.ts'
import { choiceOptions, command, formatOptions, offlineOption, targetOptions, yesOption } from '../command.ts'
import { chooseOutputFormat } from '../config/output-format.ts'
import { replaceLocalFile } from '../files/local-copy.ts'
import { hazardsIn, printWarnings } from '../files/require-safe-write.ts'
import { updateGitignore } from '../files/update-gitignore.ts'
import { requireFolder } from '../files/write-private-file.ts'
import { fileCommands, nextCommand } from '../output/next-command.ts'
import { appendGithubEnv, renderChosen } from '../output/render-chosen.ts'
import { unknownVariables } from '../output/variable-fields.ts'
import { connectToTarget } from '../remote/connect.ts'
import { type ReadContents, readOrFallBack } from '../remote/read-or-fall-back.ts'

/** @throws UserError for names that the environment does not have */
function chosenIn(
  { variables, label }: Pick<ReadContents, 'variables' | 'label'>,
  { only, except }: { readonly only: readonly string[]; readonly except: readonly string[] },
): Variables {
  const named = { only: only.length === 0 ? undefined : only, except }
  const { chosen, unknown } = chooseVariables(variables, named)
  if (unknown.length > 0) throw unknownVariables(unknown, [...variables.keys()], label)
  return chosen
}

export const pull = command({
  name: 'pull',
  summary: 'Write an environment’s variables to a file',
  options: {
    ...targetOptions,
    output: {
      type: 'string',
      short: 'o',
      value: 'FILE',
      help: 'Output file; - is stdout (default .env; stdout for other formats)',
    },
    ...formatOptions,
    ...choiceOptions,
    notes: { type: 'boolean', help: 'With --format json, write objects with value and note' },
    force: { type: 'boolean', help: 'Replace local changes' },
    gitignore: { type: 'boolean', help: 'Add the file to .gitignore' },
    ...offlineOption,
    ...yesOption,
  },
  details:
    'The file is written completely or not at all, and only you can read it. A file that changed since the last pull is not\n' +
    'overwritten without --force. To detect changes, a hash of what was pulled is stored under ~/.config/envhold.\n' +
    'Notes are comments above their variables in .env files.\n' +
    'With --format github, the values are first masked in the job’s log, then appended to $GITHUB_ENV.',
  examples: [
    ['envhold pull', 'Write .env'],
    ['envhold pull --env production --output -', 'Print production'],
    ['envhold pull --format json --output vars.json', 'As JSON'],
    ['envhold pull --dialect docker -o app.env', 'For docker run --env-file'],
    ['envhold pull --dialect docker -o app.env --except TLS_KEY', 'Without a value of several lines'],
    ['envhold pull --format github', 'In a GitHub Actions step'],
  ],
  async run({ options, settings, output }) {
    const connection = await connectToTarget(settings, output, options)
    const form = chooseOutputFormat(settings, options, connection.file)
    const { format, dialect, output: destination } = form
    const path = resolve(settings.cwd, destination)
    if (options.output !== undefined && destination !== '-') await requireFolder(path)
    if (options.notes && format !== 'json' && format !== 'dotenv')
      throw new UsageError(
        `--format ${format} has no notes.`,
        'dotenv has them as comments; json with --notes.',
      )
    const notes = options.notes || format === 'dotenv'
    if (output.json && format === 'github')
      throw new UsageError('--format github prints masks and cannot be combined with --json.')
    const onDisk = format !== 'github' && destination !== '-'
    const contents = await output.during(
      'Reading …',
      readOrFallBack({ settings, output }, connection, options, {
        fallback: options['offline-fallback'],
        keep: onDisk,
      }),
    )
    const variables = chosenIn(contents, options)
    const { text, warnings } = renderChosen(format, variables, { dialect, notes })
    printWarnings(output, [...warnings, ...hazardsIn(variables)])
    const summary = { environment: contents.label, version: contents.version, offline: contents.offline }
    const count = formatCount(variables.size, 'variable')
    await contents.checked

    if (format === 'github') {
      const file = await appendGithubEnv(settings, output, {
        chosen: options.output,
        variables,
        text,
      })
      if (file)
        output.info(`Appended ${count} from ${contents.label} (version ${contents.version}) to ${file}.`)
      return 0
    }
    if (destination === '-') {
      if (output.json) output.result({ ...summary, variables: toRecord(variables) }, () => '')
      else output.data(text)
      return 0
    }
    // What this pull leaves out or adds, the next one has to, too.
    const commands = {
      ...fileCommands(options, options.output),
      replace: nextCommand('pull', [], { ...options, force: true }),
      ignore: nextCommand('pull', [], { ...options, gitignore: true }),
    }
    const outcome = await replaceLocalFile(settings, path, {
      text,
      format,
      dialect,
      contents: { ...contents, variables },
      force: options.force,
      commands,
      whole: variables.size === contents.variables.size,
    })
    const what = `${count} from ${contents.label} (version ${contents.version})`
    output.info(
      {
        written: `Wrote ${what} to ${destination}.`,
        same: `${destination} already has the ${what}.`,
        newer: `${destination} is from a later version than this copy, and stays as it is.`,
      }[outcome],
    )
    await updateGitignore(output, path, destination, {
      add: options.gitignore,
      yes: options.yes,
      command: commands.ignore,
    })
    if (output.json)
      output.result(
        { file: path, ...summary, variable_count: variables.size, written: outcome === 'written' },
        () => '',
      )
    return 0
  },
})
