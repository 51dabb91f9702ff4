// What the command line's own help says, as data for the manual.

import type { Options } from '@envhold/command/command.ts'
import { type Command, program } from '../../apps/cli/src/command.ts'
import { loadCommand, mainNames } from '../../apps/cli/src/command-table.ts'

interface DescribedOption {
  readonly name: string
  readonly help: string
}
interface DescribedCommand {
  readonly name: string
  readonly summary: string
  readonly usage: string
  readonly details: string
  readonly options: readonly DescribedOption[]
  readonly examples: readonly (readonly [line: string, meaning: string])[]
}

const optionOf = ([name, option]: [string, Options[string]]): DescribedOption => {
  const long = `--${name}${option.type === 'boolean' ? '' : ` ${option.value}`}`
  const choices = option.type !== 'boolean' && option.choices ? `: ${option.choices.join(', ')}` : ''
  return { name: option.short ? `-${option.short}, ${long}` : long, help: `${option.help}${choices}` }
}

const describe = (command: Command): DescribedCommand => ({
  name: command.name,
  summary: command.summary,
  usage: `envhold ${command.name} [options]${command.operands && ` ${command.operands}`}`,
  details: (command.details ?? '').replaceAll(/(?<!\n)\n(?!\n)/g, ' '),
  options: Object.entries({ ...command.options, ...program.everywhere } as Options).map(optionOf),
  examples: command.examples,
})

/** Every command, in the order of `envhold help`. */
export const describedCommands = async (): Promise<readonly DescribedCommand[]> =>
  (await Promise.all(mainNames.map(loadCommand))).map(describe)
