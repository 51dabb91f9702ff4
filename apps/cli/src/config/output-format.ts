import { dirname, join, relative, resolve, sep } from 'node:path'
import { UserError } from '@envhold/command/user-error.ts'
import {
  type Dialect,
  type DotenvDialect,
  dialects,
  type Format,
  formats,
  type ReadableFormat,
  readableFormats,
} from '@envhold/formats/dialect.ts'
import { isRecord, readText } from '../files/read-text.ts'
import { realPathOf } from '../files/real-path.ts'
import { type ProjectFile, projectFileName } from './project-file.ts'

export interface OutputFormat {
  readonly format: Format
  readonly dialect: Dialect | undefined
  /** As shown, relative to where the command runs; `-` is stdout. */
  readonly output: string
}

interface FormatOptions {
  readonly format?: string | undefined
  readonly dialect?: string | undefined
  readonly output?: string | undefined
}

type Settings = { readonly cwd: string }

/** fish only reads the shell format; the other dialects are those of dotenv. */
const fits = (dialect: Dialect | null | undefined, format: Format): boolean =>
  dialect === 'fish' ? format === 'shell' : format === 'dotenv'

/** @throws UserError */
export function requireFit(dialect: Dialect | undefined, format: Format): void {
  if (dialect === undefined || fits(dialect, format)) return
  throw new UserError(
    format === 'json' ? 'JSON has no dialects.' : `The format ${format} has no dialect ${dialect}.`,
    'Leave --dialect out.',
    'FORMAT',
  )
}

const naturalFormat = (dialect: Dialect | null | undefined): Format =>
  dialect === 'fish' ? 'shell' : 'dotenv'

function outputOf({ cwd }: Settings, file: ProjectFile | null): string | undefined {
  if (!file?.output) return undefined
  const path = resolve(dirname(file.path), file.output)
  requireBelow(dirname(file.path), path, `“output” in ${file.path}`)
  return relative(cwd, path)
}

/** The file without a name of its own, which a repository may have as a link. */
function dotenvIn({ cwd }: Settings, file: ProjectFile | null): string {
  requireBelow(file ? dirname(file.path) : cwd, resolve(cwd, '.env'), 'The link .env')
  return '.env'
}

/**
 * How variables are written: by the options, otherwise as `.envhold.json` says, otherwise as dotenv to `.env`. A
 * setting in `.envhold.json` for one format does not apply to another format given as an option.
 * @throws UserError if a file that no option names is outside of the folder, or the format has not that dialect
 */
export function chooseOutputFormat(
  settings: Settings,
  optionValues: FormatOptions,
  file: ProjectFile | null,
): OutputFormat {
  const usual = file?.format ?? naturalFormat(file?.dialect)
  const dialect = dialects.find((dialect) => dialect === optionValues.dialect)
  const format =
    formats.find((format) => format === optionValues.format) ??
    (dialect !== undefined && !fits(dialect, usual) ? naturalFormat(dialect) : usual)
  requireFit(dialect, format)
  const usualDialect = file?.dialect && fits(file.dialect, format) ? file.dialect : undefined
  const usualOutput =
    optionValues.output === undefined && format === usual ? outputOf(settings, file) : undefined
  // Only dotenv has a default file: nobody wants JSON in `.env`.
  const output = optionValues.output ?? usualOutput ?? (format === 'dotenv' ? dotenvIn(settings, file) : '-')
  return { format, dialect: dialect ?? usualDialect, output }
}

export interface ReadForm {
  readonly format: ReadableFormat
  readonly dialect: Dialect | undefined
  readonly file: string
}

/**
 * The file that a command reads, and its format: by the operand and the options, otherwise as `.envhold.json` says.
 * @throws UserError when `.envhold.json` names a format that cannot be read, or a file outside of its folder
 */
export function chooseReadForm(
  settings: Settings,
  operand: string | undefined,
  optionValues: { readonly format?: string | undefined; readonly dialect?: string | undefined },
  file: ProjectFile | null,
): ReadForm {
  const usual = chooseOutputFormat(settings, operand === undefined ? {} : { output: operand }, file)
  const isOther =
    usual.output === '-' || (optionValues.format !== undefined && optionValues.format !== usual.format)
  const name = operand ?? (isOther ? dotenvIn(settings, file) : usual.output)
  const isUsual = operand === undefined && optionValues.format === undefined
  const byName: ReadableFormat = name.endsWith('.json') ? 'json' : 'dotenv'
  const format = isUsual
    ? readableFormats.find((format) => format === (file?.format ?? byName))
    : (readableFormats.find((format) => format === optionValues.format) ?? byName)
  if (format === undefined)
    throw new UserError(
      `${projectFileName} says “${file?.format}”, a format that Envhold can write but not read.`,
      'Name the file to read, and its format: --format dotenv or --format json.',
      'FORMAT',
    )
  const dialect = dialects.find((dialect) => dialect === optionValues.dialect)
  requireFit(dialect, format)
  return { format, dialect: dialect ?? (usual.format === format ? usual.dialect : undefined), file: name }
}

/**
 * A file that the user did not name must be below a folder: a cloned repository could otherwise have a shell’s start
 * file written, or a private key pushed.
 * @param source what names the file
 * @throws UserError
 */
function requireBelow(folder: string, path: string, source: string): void {
  const way = relative(realPathOf(folder), realPathOf(path))
  if (way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && resolve(folder, way) !== way) return
  throw new UserError(
    `${source} leads out of ${folder}: to ${realPathOf(path)}.`,
    'If you want that file, name it in the command.',
    'OUTSIDE',
  )
}

/** What a folder's files show about the program that reads its `.env`. */
interface GuessedReader {
  /** The file that shows it. */
  readonly from: string
  readonly name: string
  readonly dialect: DotenvDialect
  /** Where that program looks first, if not in `.env`. */
  readonly output?: string
}

const manifests: readonly GuessedReader[] = [
  { from: 'requirements.txt', name: 'Python', dialect: 'python' },
  { from: 'pyproject.toml', name: 'Python', dialect: 'python' },
  { from: 'Pipfile', name: 'Python', dialect: 'python' },
  { from: 'Gemfile', name: 'Ruby', dialect: 'ruby' },
  { from: 'go.mod', name: 'Go', dialect: 'go' },
  { from: 'composer.json', name: 'PHP', dialect: 'php' },
  { from: 'compose.yaml', name: 'Docker Compose', dialect: 'compose' },
  { from: 'compose.yml', name: 'Docker Compose', dialect: 'compose' },
  { from: 'docker-compose.yaml', name: 'Docker Compose', dialect: 'compose' },
  { from: 'docker-compose.yml', name: 'Docker Compose', dialect: 'compose' },
]

const ofPackage = (text: string): GuessedReader => {
  const from = 'package.json'
  const depends = dependenciesIn(text)
  if (depends.has('next')) return { from, name: 'Next.js', dialect: 'next', output: '.env.local' }
  if (depends.has('vite')) return { from, name: 'Vite', dialect: 'next', output: '.env.local' }
  return { from, name: 'Node.js', dialect: 'node' }
}

function dependenciesIn(text: string): ReadonlySet<string> {
  try {
    const manifest: unknown = JSON.parse(text)
    if (!isRecord(manifest)) return new Set()
    const lists = [manifest.dependencies, manifest.devDependencies]
    return new Set(lists.flatMap((list) => (isRecord(list) ? Object.keys(list) : [])))
  } catch {
    return new Set()
  }
}

/**
 * Every kind of program that the folder seems to contain, each once. If there are several, none is chosen: they read
 * dotenv differently.
 */
export async function guessReaders(folder: string): Promise<GuessedReader[]> {
  const read = (name: string) => readText(join(folder, name)).catch(() => null)
  const manifest = await read('package.json')
  const readers = await Promise.all(
    manifests.map(async (reader) => ((await read(reader.from)) === null ? [] : [reader])),
  )
  const all = [...(manifest === null ? [] : [ofPackage(manifest)]), ...readers.flat()]
  return all.filter(({ dialect }, index) => all.findIndex((reader) => reader.dialect === dialect) === index)
}
