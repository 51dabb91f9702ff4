import { dirname, relative, resolve } from 'node:path'
import {
  type Dialect,
  dialects,
  type Format,
  formats,
  type ReadableFormat,
  readableFormats,
} from '@envhold/formats/dialect.ts'
import { UserError } from '../user-error.ts'
import { type ProjectFile, projectFileName } from './project-file.ts'

export interface WrittenForm {
  readonly format: Format
  readonly dialect: Dialect | undefined
  /** As it is shown, relative to where the command runs; `-` is stdout. */
  readonly output: string
}

interface Given {
  readonly format?: string | undefined
  readonly dialect?: string | undefined
  readonly output?: string | undefined
}

type Settings = { readonly cwd: string }

/** fish reads the shell format alone, and the other dialects are those of dotenv. */
const fits = (dialect: Dialect | null | undefined, format: Format): boolean =>
  dialect === 'fish' ? format === 'shell' : format === 'dotenv'

const naturalFormat = (dialect: Dialect | null | undefined): Format =>
  dialect === 'fish' ? 'shell' : 'dotenv'

const outputOf = ({ cwd }: Settings, file: ProjectFile | null): string | undefined =>
  file?.output ? relative(cwd, resolve(dirname(file.path), file.output)) : undefined

/**
 * How variables are written: by the options, else as `.envhold.json` says, else as dotenv to `.env`. What `.envhold.json` says
 * about one format does not apply to another one that an option asks for.
 */
export function chooseWrittenForm(settings: Settings, given: Given, file: ProjectFile | null): WrittenForm {
  const usual = file?.format ?? naturalFormat(file?.dialect)
  const dialect = dialects.find((one) => one === given.dialect)
  const format =
    formats.find((one) => one === given.format) ??
    (dialect !== undefined && !fits(dialect, usual) ? naturalFormat(dialect) : usual)
  const usualDialect = file?.dialect && fits(file.dialect, format) ? file.dialect : undefined
  const usualOutput = format === usual ? outputOf(settings, file) : undefined
  // Only dotenv has a file of its own by default: JSON in `.env` would serve nobody.
  const output = given.output ?? usualOutput ?? (format === 'dotenv' ? '.env' : '-')
  return { format, dialect: dialect ?? usualDialect, output }
}

export interface ReadForm {
  readonly format: ReadableFormat
  readonly dialect: Dialect | undefined
  readonly file: string
}

/**
 * The file that a command reads, and how: by the operand and the options, else as `.envhold.json` says.
 * @throws UserError when `.envhold.json` names a format that cannot be read
 */
export function chooseReadForm(
  settings: Settings,
  operand: string | undefined,
  given: { readonly format?: string | undefined },
  file: ProjectFile | null,
): ReadForm {
  const usual = chooseWrittenForm(settings, {}, file)
  const isOther = usual.output === '-' || (given.format !== undefined && given.format !== usual.format)
  const name = operand ?? (isOther ? '.env' : usual.output)
  const isUsual = operand === undefined && given.format === undefined
  const byName: ReadableFormat = name.endsWith('.json') ? 'json' : 'dotenv'
  const format = isUsual
    ? readableFormats.find((one) => one === (file?.format ?? byName))
    : (readableFormats.find((one) => one === given.format) ?? byName)
  if (format === undefined)
    throw new UserError(
      `${projectFileName} says “${file?.format}”, a format that Envhold writes and does not read.`,
      'Name the file to read, and its --format: dotenv or json.',
      'FORMAT',
    )
  return { format, dialect: usual.format === format ? usual.dialect : undefined, file: name }
}
