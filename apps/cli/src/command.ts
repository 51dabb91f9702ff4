import {
  type CommandForm,
  completeForm,
  type Draft,
  help,
  type Options,
  type OptionValues,
  type Program,
} from '@envhold/command/command.ts'
import { dialects, dotenvDialects, formats, readableFormats } from '@envhold/formats/dialect.ts'
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
export const command = <const O extends Options = Record<never, never>>(
  definition: Draft<Command<O>>,
): Command<O> => completeForm<Command<O>>(definition)

export const serverOption = {
  server: { type: 'string', value: 'URL', help: 'The server to use' },
  'ca-file': {
    type: 'string',
    value: 'FILE',
    help: 'Trust the certificate authorities in this PEM file, and no others',
  },
  'no-browser': { type: 'boolean', help: 'Fail instead of opening a browser to log in' },
  insecure: { type: 'boolean', help: 'Allow a server without TLS, where others can read the token' },
} as const satisfies Options

export const projectOption = {
  ...serverOption,
  project: {
    type: 'string',
    short: 'p',
    value: 'ID|NAME',
    help: 'The project; OWNER/NAME if two have the same name',
  },
} as const satisfies Options

export const targetOptions = {
  ...projectOption,
  env: { type: 'string', short: 'e', value: 'NAME|ID', help: 'The environment' },
} as const satisfies Options

export const formatOptions = {
  format: { type: 'string', short: 'f', value: 'FORMAT', choices: formats, help: 'The output format' },
  dialect: {
    type: 'string',
    value: 'READER',
    choices: dialects,
    help: 'Write for one kind of reader',
  },
} as const satisfies Options

export const choiceOptions = {
  only: {
    type: 'list',
    commas: true,
    value: 'NAME',
    help: 'Only this variable; several with commas, or repeated',
  },
  except: {
    type: 'list',
    commas: true,
    value: 'NAME',
    help: 'All but this variable; several with commas, or repeated',
  },
} as const satisfies Options

/** For commands that read a file of a known reader. */
export const readDialectOption = {
  dialect: {
    type: 'string',
    value: 'READER',
    choices: dotenvDialects,
    help: 'The reader for which a .env text was written',
  },
} as const satisfies Options

/** For commands that read a file. */
export const readFormatOption = {
  format: {
    type: 'string',
    short: 'f',
    value: 'FORMAT',
    choices: readableFormats,
    help: 'The format of the file',
  },
} as const satisfies Options

export const offlineOption = {
  'offline-fallback': {
    type: 'boolean',
    help: 'Use the last copy, encrypted under your token, when the server is unreachable',
  },
} as const satisfies Options

/** For commands that replace or delete something. */
export const confirmOption = {
  confirm: { type: 'string', value: 'NAME', help: 'Confirm a protected environment by its name' },
} as const satisfies Options

export const yesOption = {
  yes: { type: 'boolean', short: 'y', help: 'Answer yes to every question' },
} as const satisfies Options
