/**
 * The form of a command line: commands are described once, and what reads, explains and completes their words follows
 * from that. `envhold` and `envhold-server` both have it. Text goes in and out; nothing is read or printed here.
 */

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

/** A program with commands. */
export interface Program {
  /** As typed. */
  readonly name: string
  /** Options of every command. */
  readonly everywhere: Options
}

/** A command without what it does. */
export interface CommandForm<O extends Options = Options> {
  /** As typed, after the program's name. */
  readonly name: string
  readonly summary: string
  /** How operands are shown, such as `KEY…`; empty when there are none. */
  readonly operands: string
  readonly minimum: number
  readonly maximum: number
  /** The words that can be its first operand, for completion. */
  readonly words?: readonly string[]
  /** Accepts a command line after `--`. */
  readonly takesRest?: true
  readonly options: O
  readonly details?: string
  readonly examples: readonly (readonly [line: string, meaning: string])[]
}

/** Of a command that takes only options. */
export const noOperands = { operands: '', minimum: 0, maximum: 0 } as const

export const help = { type: 'boolean', short: 'h', help: 'Show this help' } as const satisfies Flag
