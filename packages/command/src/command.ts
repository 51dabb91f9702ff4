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
  /** Whether commas separate several values in one word. */
  readonly commas?: true
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
  /** How operands are shown: `FILE`, `[FILE]` if it is optional, `KEY…` for any number; empty when there are none. */
  readonly operands: string
  /** How many it takes, if not as many as are shown. */
  readonly minimum?: number
  readonly maximum?: number
  /** The words that can be its first operand, for completion. */
  readonly words?: readonly string[]
  /** Accepts a command line after `--`. */
  readonly takesRest?: true
  readonly options: O
  readonly details?: string
  readonly examples: readonly (readonly [line: string, meaning: string])[]
}

const empty = { operands: '', options: {}, examples: [] } as const

/** A form as it is written: a command without operands, options or examples does not say so. */
export type Draft<Form extends CommandForm> = Omit<Form, keyof typeof empty> &
  Partial<Pick<Form, keyof typeof empty>>

export const completeForm = <Form extends CommandForm>(draft: Draft<Form>) =>
  ({ ...empty, ...draft }) as unknown as Form

/** The fewest and the most operands that a command takes. */
export function operandLimits({ operands, minimum, maximum }: CommandForm): readonly [number, number] {
  const words = operands.split(' ').filter((word) => word !== '')
  const required = words.filter((word) => !word.startsWith('[')).length
  const limit = operands.includes('…') ? Number.POSITIVE_INFINITY : words.length
  return [minimum ?? required, maximum ?? limit]
}

export const help = { type: 'boolean', short: 'h', help: 'Show this help' } as const satisfies Flag
