import { checkOperands, parseArguments, unknownCommand } from '@envhold/command/parse-args.ts'
import { UsageError } from '@envhold/command/user-error.ts'
import manifest from '../package.json' with { type: 'json' }
import { program } from './command.ts'
import { commandNames, loadCommand, resolveCommand } from './command-table.ts'
import { readSettings } from './config/settings.ts'
import { createOutput, type Output } from './output/output.ts'
import { reportError } from './output/report-error.ts'

const isVersion = (word: string | undefined) => ['--version', '-V', '-v', 'version'].includes(word ?? '')

const noSuchCommand = (name: string, next?: string) => {
  const error = unknownCommand(program, [name], commandNames)
  const known = suggestCommand(name, next)
  return known === null ? error : new UsageError(error.message, known)
}

/** The command can follow its own options (`envhold --json projects`), but not an unknown word. */
const splitCommand = (words: readonly string[]): [string | undefined, string[]] => {
  const first = words[0]
  if (first !== '--json') return [first, words.slice(1)]
  return [words[1], ['--json', ...words.slice(2)]]
}

async function showHelp(output: Output, topic: string | undefined, isRequested: boolean): Promise<number> {
  const { explainCommand, overview } = await import('./output/help.ts')
  if (topic !== undefined && !commandNames.includes(topic)) throw noSuchCommand(topic)
  const text = topic === undefined ? await overview(manifest.version) : await explainCommand(topic)
  if (isRequested) output.data(text)
  else process.stderr.write(text)
  return isRequested ? 0 : 2
}

/** Runs a command line. @returns the exit code: 0, 1 (the user can fix it), 2 (usage), 70 (a bug in Envhold) */
export async function dispatch(words: readonly string[]): Promise<number> {
  // After `--` there is another command.
  const isJson = words.find((word) => word === '--json' || word === '--') === '--json'
  const output = createOutput(readSettings(), isJson)
  // Unhandled rejections end here too: Node's own report would print the message, which may contain a value.
  process.once('uncaughtException', (error) => {
    void reportError(output, error).then((code) => process.exit(code))
  })
  try {
    const [name, after] = splitCommand(words)
    if (name === undefined) return await showHelp(output, undefined, false)
    if (name === 'help' || name === '--help' || name === '-h')
      return await showHelp(
        output,
        after.find((word) => !word.startsWith('-')),
        true,
      )
    if (isVersion(name)) {
      output.data(`${manifest.version}\n`)
      return 0
    }
    if (name.startsWith('-')) throw new UsageError('No command was given.', 'See: envhold help')
    if (!commandNames.includes(name)) throw noSuchCommand(name, after[0])
    const command = await loadCommand(resolveCommand(name, after))
    const { options, operands, rest } = parseArguments(program, command, after)
    if (options.help === true) return await showHelp(output, command.name, true)
    checkOperands(program, command, operands.length)
    const settings = readSettings()
    return await command.run({
      options: { ...options, json: options.json === true, help: false },
      operands,
      rest,
      commands: { names: commandNames, load: loadCommand },
      settings,
      output: createOutput(settings, options.json === true),
    })
  } catch (error) {
    return reportError(output, error, readSettings().token !== null)
  }
}

/** Words that users of other tools type, and the command to use here. */
const elsewhere: Readonly<Record<string, string>> = {
  secrets: 'To print a value: envhold get KEY. To print all: envhold pull --output -',
  variables: 'To print a value: envhold get KEY. To print all: envhold pull --output -',
  export: 'Use: envhold pull --format shell --output -',
  download: 'Use: envhold pull',
  inject: 'Use: envhold run -- COMMAND',
  exec: 'Use: envhold run -- COMMAND',
  status: 'To see the server and the account: envhold whoami. To compare .env with the server: envhold diff',
  auth: 'Use: envhold login',
  setup: 'Use: envhold init',
  link: 'Use: envhold init',
  delete: 'Use: envhold unset KEY',
  rm: 'Use: envhold unset KEY',
  cp: 'Use: envhold copy KEY --from ENVIRONMENT --to ENVIRONMENT',
  mv: 'Use: envhold copy KEY --from ENVIRONMENT --to ENVIRONMENT --move',
  log: 'Use: envhold history',
  search: 'Use: envhold find NAME',
  where: 'Use: envhold find NAME',
}

/** Words that group commands in other tools, as in `env pull`. */
const groups: readonly string[] = [
  'env',
  'envs',
  'secret',
  'secrets',
  'var',
  'vars',
  'variable',
  'variables',
  'project',
]

/** What to use instead of a command that does not exist, or null. */
function suggestCommand(name: string, next: string | undefined): string | null {
  const word = name.toLowerCase()
  if (groups.includes(word) && next !== undefined && commandNames.includes(next))
    return `Use: envhold ${next}`
  if (Object.hasOwn(elsewhere, word)) return elsewhere[word] ?? null
  if (word === 'env') return 'To list environments: envhold environments. To write .env: envhold pull'
  return null
}
