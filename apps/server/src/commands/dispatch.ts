import { checkOperands, parseArguments, unknownCommand } from '@envhold/command/parse-args.ts'
import { UsageError } from '@envhold/command/user-error.ts'
import { version } from '../config/version.ts'
import { type Command, type Group, type PrintLine, program } from './command.ts'
import { commandNames, loadCommand, wordOf } from './command-table.ts'

/** Where a command prints its lines. */
export interface Outputs {
  readonly info: PrintLine
  readonly warn: PrintLine
}

interface ExitCodes {
  readonly usage: number
  /** Instead of the code of sysexits.h that says why the stored data cannot be used. */
  readonly failure?: number
}

/** These commands fail with 1, whatever the reason. */
const withOwnCodes: readonly string[] = ['backup', 'restore', 'move', 'secret', 'operator']

const codesOf = (name: string | undefined): ExitCodes =>
  name !== undefined && withOwnCodes.includes(name) ? { usage: 2, failure: 1 } : { usage: 64 }

/** Command lines that have another name now, and still work. */
const formerly: readonly (readonly [before: readonly string[], now: readonly string[]])[] = [
  [['backup', 'restore'], ['restore']],
  [
    ['serve', '--new-server-secret'],
    ['secret', 'new'],
  ],
]

function asNow(words: readonly string[]): readonly string[] {
  const renamed = formerly.find(([before]) => before.every((word, index) => words[index] === word))
  return renamed ? [...renamed[1], ...words.slice(renamed[0].length)] : words
}

/**
 * Runs a command line of `envhold-server`.
 * @returns the exit code; undefined if the process continues
 */
export async function dispatch(words: readonly string[], outputs: Outputs): Promise<number | undefined> {
  try {
    return await run(asNow(words), outputs)
  } catch (error) {
    const { usage, failure } = codesOf(words[0])
    if (error instanceof UsageError) {
      outputs.warn(error.message)
      if (error.hint !== '') outputs.warn(error.hint)
      return usage
    }
    const { explainFailure } = await import('./explain-failure.ts')
    const { exitCode, lines } = explainFailure(error)
    outputs.warn(lines.join('\n'))
    return failure ?? exitCode
  }
}

async function run(words: readonly string[], { info, warn }: Outputs): Promise<number | undefined> {
  const [name, ...after] = words
  if (name === undefined) {
    warn(await explain([]))
    return codesOf(name).usage
  }
  if (name === '--version' || name === '-V') info(version)
  else if (name === 'help' || name === '--help' || name === '-h') info(await explain(after))
  else return await runCommand(await requireCommand(name), after, info)
  return 0
}

async function runCommand(
  target: Command | Group,
  words: readonly string[],
  info: PrintLine,
): Promise<number | undefined> {
  if ('commands' in target) {
    const index = words.findIndex((word) => !word.startsWith('-'))
    const word = words[index]
    if (word !== undefined && word !== 'help')
      return await runCommand(commandOf(target, word), words.toSpliced(index, 1), info)
    const rest = words.toSpliced(index, index === -1 ? 0 : 1)
    if (rest.some((option) => option !== '--help' && option !== '-h'))
      throw new UsageError(
        `${program.name} ${target.name} needs a command.`,
        `See: ${program.name} help ${target.name}`,
      )
    info(await helpOf(target))
    return 0
  }
  const { options, operands } = parseArguments(program, target, words)
  if (options.help === true) {
    info(await helpOf(target))
    return 0
  }
  checkOperands(program, target, operands.length)
  return await target.run({ options: { ...options, help: false }, operands, info })
}

async function requireCommand(name: string): Promise<Command | Group> {
  if (commandNames.includes(name)) return await loadCommand(name)
  if (name.startsWith('-')) throw new UsageError('No command was given.', `See: ${program.name} help`)
  throw unknownCommand(program, [name], commandNames)
}

function commandOf({ name, commands }: Group, word: string): Command {
  const match = commands.find((command) => wordOf(command) === word)
  if (match) return match
  throw unknownCommand(program, [name, word], commands.map(wordOf))
}

/** The help of a command that was named, or of all. */
async function explain([name, word]: readonly string[]): Promise<string> {
  if (name === undefined) return await (await import('./explain.ts')).overview()
  const target = await requireCommand(name)
  return await helpOf('commands' in target && word !== undefined ? commandOf(target, word) : target)
}

const helpOf = async (target: Command | Group): Promise<string> =>
  (await import('./explain.ts')).helpText(target)
