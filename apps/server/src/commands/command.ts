import {
  type CommandForm,
  completeForm,
  type Draft,
  help,
  type Options,
  type OptionValues,
  type Program,
} from '@envhold/command/command.ts'

const everywhere = { help } as const satisfies Options

export const program = { name: 'envhold-server', everywhere } as const satisfies Program

/** Prints a line. */
export type PrintLine = (line: string) => void

/** The actor in what a command records: an operator on this machine has no account here. */
export const actor = { userId: null, origin: null }

/** One run of a command: what was typed, and where its lines go. */
export interface Call<O extends Options = Options> {
  readonly options: OptionValues<O & typeof everywhere>
  /** Arguments that are not options. */
  readonly operands: readonly string[]
  /** On standard output. */
  readonly info: PrintLine
}

export interface Command<O extends Options = Options> extends CommandForm<O> {
  /**
   * A method, so that commands with different options fit one table.
   * @returns the exit code; undefined if the process continues
   */
  run(call: Call<O>): Promise<number | undefined>
}

/** A command with commands of its own, whose names begin with its name. */
export interface Group {
  readonly name: string
  readonly summary: string
  readonly commands: readonly Command[]
  readonly details: string
}

/** Keeps the exact option types of a command for `run`. */
export const command = <const O extends Options = Record<never, never>>(
  definition: Draft<Command<O>>,
): Command<O> => completeForm<Command<O>>(definition)
