import type { CommandForm, Options, Program } from '../command.ts'

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

/** A program as completion scripts need it. */
export interface DescribedProgram {
  readonly name: string
  /** Its name as part of a shell function's name. */
  readonly identifier: string
  readonly commands: readonly DescribedCommand[]
  /** The command that takes a command line of its own after `--`. */
  readonly wrapping: string | undefined
}

const operandsOf = (command: CommandForm): DescribedCommand['operands'] => {
  if (command.takesRest) return 'command'
  return command.operands === '[FILE]' ? 'file' : (command.words ?? 'none')
}

const describe = ({ everywhere }: Program, name: string, command: CommandForm): DescribedCommand => ({
  name,
  summary: command.summary,
  options: Object.entries<Options[string]>({ ...command.options, ...everywhere }).map(([option, spec]) => ({
    name: option,
    short: spec.short,
    help: spec.help,
    choices: spec.type === 'boolean' ? null : (spec.choices ?? []),
    file: spec.type !== 'boolean' && spec.value === 'FILE',
  })),
  operands: operandsOf(command),
  thenFile: command.words !== undefined && / \[?FILE\]?$/.test(command.operands),
})

/** @param commands by the names to complete, aliases among them */
export function describeProgram(
  program: Program,
  commands: readonly (readonly [name: string, command: CommandForm])[],
): DescribedProgram {
  const described = commands.map(([name, command]) => describe(program, name, command))
  const help = { name: 'help', summary: 'Explain a command', options: [], thenFile: false }
  return {
    name: program.name,
    identifier: program.name.replaceAll('-', '_'),
    commands: [...described, { ...help, operands: described.map(({ name }) => name) }],
    wrapping: described.find(({ operands }) => operands === 'command')?.name,
  }
}
