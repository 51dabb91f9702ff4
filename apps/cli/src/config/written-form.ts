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
  /** As shown, relative to where the command runs; `-` is stdout. */
  readonly output: string
}

interface Given {
  readonly format?: string | undefined
  readonly dialect?: string | undefined
  readonly output?: string | undefined
}

type Settings = { readonly cwd: string }

/** fish only reads the shell format; the other dialects are those of dotenv. */
const fits = (dialect: Dialect | null | undefined, format: Format): boolean =>
  dialect === 'fish' ? format === 'shell' : format === 'dotenv'

const naturalFormat = (dialect: Dialect | null | undefined): Format =>
  dialect === 'fish' ? 'shell' : 'dotenv'

const outputOf = ({ cwd }: Settings, file: ProjectFile | null): string | undefined =>
  file?.output ? relative(cwd, resolve(dirname(file.path), file.output)) : undefined

/**
 * How variables are written: by the options, otherwise as `.envhold.json` says, otherwise as dotenv to `.env`. A
 * setting in `.envhold.json` for one format does not apply to another format given as an option.
 */
export function chooseWrittenForm(settings: Settings, given: Given, file: ProjectFile | null): WrittenForm {
  const usual = file?.format ?? naturalFormat(file?.dialect)
  const dialect = dialects.find((one) => one === given.dialect)
  const format =
    formats.find((one) => one === given.format) ??
    (dialect !== undefined && !fits(dialect, usual) ? naturalFormat(dialect) : usual)
  const usualDialect = file?.dialect && fits(file.dialect, format) ? file.dialect : undefined
  const usualOutput = format === usual ? outputOf(settings, file) : undefined
  // Only dotenv has a default file: nobody wants JSON in `.env`.
  const output = given.output ?? usualOutput ?? (format === 'dotenv' ? '.env' : '-')
  return { format, dialect: dialect ?? usualDialect, output }
}

export interface ReadForm {
  readonly format: ReadableFormat
  readonly dialect: Dialect | undefined
  readonly file: string
}

/**
 * The file that a command reads, and its format: by the operand and the options, otherwise as `.envhold.json` says.
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
      `${projectFileName} says “${file?.format}”, a format that Envhold can write but not read.`,
      'Name the file to read, and its format: --format dotenv or --format json.',
      'FORMAT',
    )
  return { format, dialect: usual.format === format ? usual.dialect : undefined, file: name }
}
