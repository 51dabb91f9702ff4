import { extname, resolve } from 'node:path'
import type { ReadableFormat } from '@envhold/formats/dialect.ts'
import type { FormatProblem } from '@envhold/formats/format-error.ts'
import { readVariables } from '@envhold/formats/read-variables.ts'
import { readStdin } from '../output/ask.ts'
import { UserError } from '../user-error.ts'
import { readText } from './read-text.ts'

/** What a file is read as: what was said, else `.json` by its name, else dotenv. */
const readableFormat = (file: string, given: string | undefined): ReadableFormat =>
  given === 'json' || (given === undefined && extname(file) === '.json') ? 'json' : 'dotenv'

export interface VariablesFile {
  /** How it is called in messages. */
  readonly shown: string
  /** Null for stdin. */
  readonly path: string | null
  readonly text: string
  readonly variables: ReadonlyMap<string, string>
  /** What other readers of such a file understand differently. Never holds a value. */
  readonly warnings: readonly FormatProblem[]
}

/** @throws UserError when there is none, FormatError when it cannot be read whole. */
export async function readVariablesFile(
  cwd: string,
  file: string,
  given: string | undefined,
): Promise<VariablesFile> {
  const path = file === '-' ? null : resolve(cwd, file)
  const text = path === null ? await readStdin() : await readText(path)
  if (text === null)
    throw new UserError(`There is no ${file} here.`, 'Name the file, or use envhold pull first.', 'NO_FILE')
  const read = readVariables(readableFormat(file, given), text)
  return { shown: file === '-' ? 'stdin' : file, path, text, ...read }
}
