import { resolve } from 'node:path'
import { UserError } from '@envhold/command/user-error.ts'
import type { ReadDotenv } from '@envhold/formats/parse-dotenv.ts'
import { readVariables } from '@envhold/formats/read-variables.ts'
import type { Variables } from '@envhold/formats/variables.ts'
import type { ReadForm } from '../config/output-format.ts'
import { readStdin } from '../output/ask.ts'
import { readText } from './read-text.ts'

export interface VariablesFile {
  /** Its name in messages. */
  readonly fileLabel: string
  /** Null for stdin. */
  readonly path: string | null
  readonly text: string
  /**
   * The variables of the file. `known` is what it contained when it was written, if known: each dialect has its own
   * quoting. Throws FormatError when it cannot be read completely.
   */
  read(known?: Variables): ReadDotenv
}

/** @throws UserError when it does not exist */
export async function readVariablesFile(
  cwd: string,
  { file, format, dialect }: ReadForm,
): Promise<VariablesFile> {
  const path = file === '-' ? null : resolve(cwd, file)
  const text = path === null ? await readStdin() : await readText(path)
  if (text === null)
    throw new UserError(
      `${file} does not exist in this folder.`,
      'Name the file, or run envhold pull first.',
      'NO_FILE',
    )
  return {
    fileLabel: file === '-' ? 'stdin' : file,
    path,
    text,
    read: (known) => readVariables(format, text, { dialect, known }),
  }
}
