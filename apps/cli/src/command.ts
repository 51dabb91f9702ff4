import type { Settings } from './config/settings.ts'
import type { Output } from './output/output.ts'

interface Described {
  readonly short?: string
  readonly help: string
}
export interface Flag extends Described {
  readonly type: 'boolean'
}
export interface Setting extends Described {
  readonly type: 'string'
  /** The name of the value in help texts: FILE, N … */
  readonly value: string
  readonly choices?: readonly string[]
}
/** A setting that may be given several times. */
export interface List extends Described {
  readonly type: 'list'
  readonly value: string
  readonly choices?: never
}
export type Options = Readonly<Record<string, Flag | Setting | List>>

type ValueOf<S> = S extends Flag ? boolean : S extends List ? readonly string[] : string | undefined
export type OptionValues<O extends Options> = { readonly [Name in keyof O]: ValueOf<O[Name]> }

/** Options of every command. */
export const everywhere = {
  json: { type: 'boolean', help: 'Print JSON' },
  help: { type: 'boolean', short: 'h', help: 'Show this help' },
} as const satisfies Options

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

export interface Command<O extends Options = Options> {
  readonly name: string
  readonly summary: string
  /** How operands are shown, such as `KEY…`; empty when there are none. */
  readonly operands: string
  readonly minimum: number
  readonly maximum: number
  /** Accepts a command line after `--`. */
  readonly takesRest?: true
  readonly options: O
  readonly details?: string
  readonly examples: readonly (readonly [line: string, meaning: string])[]
  /** @returns the exit code. A method, so that commands with different options fit one table. */
  run(call: Call<O>): Promise<number>
}

/** Keeps the exact option types of a command for `run`. */
export function command<const O extends Options>(definition: Command<O>): Command<O> {
  return definition
}
