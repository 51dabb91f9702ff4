import type { Command, Options } from '../command.ts'
import { everywhere } from '../command.ts'

export interface DescribedOption {
  readonly name: string
  readonly short: string | undefined
  readonly help: string
  /** Null for a flag; empty when the value is free. */
  readonly choices: readonly string[] | null
  readonly file: boolean
}

/** A command as completion scripts need it: words without code. */
export interface DescribedCommand {
  readonly name: string
  readonly summary: string
  readonly options: readonly DescribedOption[]
  /** What a plain word completes to: a file, one of these words, a whole command line, or nothing. */
  readonly operands: 'file' | 'command' | 'none' | readonly string[]
  /** Whether a file follows the first plain word. */
  readonly thenFile: boolean
}

const operandsOf = (command: Command, names: readonly string[]): DescribedCommand['operands'] => {
  if (command.takesRest) return 'command'
  if (command.operands === '[FILE]') return 'file'
  if (command.name === 'completion') return ['bash', 'zsh', 'fish']
  if (command.name === 'environments') return ['create', 'update']
  if (command.name === 'audit') return ['download', 'verify']
  return command.name === 'help' ? names : 'none'
}

const describe = (name: string, command: Command, names: readonly string[]): DescribedCommand => ({
  name,
  summary: command.summary,
  options: Object.entries<Options[string]>({ ...command.options, ...everywhere }).map(([option, spec]) => ({
    name: option,
    short: spec.short,
    help: spec.help,
    choices: spec.type === 'boolean' ? null : (spec.choices ?? []),
    file: spec.type !== 'boolean' && spec.value === 'FILE',
  })),
  operands: operandsOf(command, names),
  thenFile: command.name === 'audit',
})

export async function describeCommands(
  names: readonly string[],
  load: (name: string) => Promise<Command>,
): Promise<DescribedCommand[]> {
  const described = await Promise.all(names.map(async (name) => describe(name, await load(name), names)))
  return [
    ...described,
    { name: 'help', summary: 'Explain a command', options: [], operands: names, thenFile: false },
  ]
}
