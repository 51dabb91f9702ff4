import {
  type CommandForm,
  help,
  type Options,
  type OptionValues,
  type Program,
} from '@envhold/command/command.ts'
import type { Settings } from './config/settings.ts'
import type { Output } from './output/output.ts'

/** Options of every command. */
const everywhere = {
  json: { type: 'boolean', help: 'Print JSON' },
  help,
} as const satisfies Options

export const program = { name: 'envhold', everywhere } as const satisfies Program

/** One run of a command: what the user typed, and its environment. */
export interface Call<O extends Options> {
  readonly options: OptionValues<O & typeof everywhere>
  /** Arguments that are not options. */
  readonly operands: readonly string[]
  /** The arguments after `--`. */
  readonly rest: readonly string[]
  /** Every command, for the one that prints completion scripts. */
  readonly commands: { readonly names: readonly string[]; load(name: string): Promise<Command> }
  readonly settings: Settings
  readonly output: Output
}

export interface Command<O extends Options = Options> extends CommandForm<O> {
  /** @returns the exit code. A method, so that commands with different options fit one table. */
  run(call: Call<O>): Promise<number>
}

/** Keeps the exact option types of a command for `run`. */
export function command<const O extends Options>(definition: Command<O>): Command<O> {
  return definition
}
