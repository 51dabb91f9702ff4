import { resolve } from 'node:path'
import type { ReadDotenv } from '@envhold/formats/parse-dotenv.ts'
import { readVariables } from '@envhold/formats/read-variables.ts'
import type { ReadForm } from '../config/written-form.ts'
import { readStdin } from '../output/ask.ts'
import { UserError } from '../user-error.ts'
import { readText } from './read-text.ts'

export interface VariablesFile {
  /** How it is called in messages. */
  readonly shown: string
  /** Null for stdin. */
  readonly path: string | null
  readonly text: string
  /**
   * Its variables. `known` is what it held when it was written, as far as that is known: a dialect quotes in its own way.
   * Throws FormatError when it cannot be read whole.
   */
  read(known?: ReadonlyMap<string, string>): ReadDotenv
}

/** @throws UserError when there is none */
export async function readVariablesFile(
  cwd: string,
  { file, format, dialect }: ReadForm,
): Promise<VariablesFile> {
  const path = file === '-' ? null : resolve(cwd, file)
  const text = path === null ? await readStdin() : await readText(path)
  if (text === null)
    throw new UserError(`There is no ${file} here.`, 'Name the file, or use envhold pull first.', 'NO_FILE')
  return {
    shown: file === '-' ? 'stdin' : file,
    path,
    text,
    read: (known) => readVariables(format, text, { dialect, known }),
  }
}
