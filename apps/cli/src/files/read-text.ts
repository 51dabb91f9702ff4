import { readFileSync } from 'node:fs'
import { UserError } from '@envhold/command/user-error.ts'

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** A text file as UTF-8; null when it does not exist. @throws UserError when it cannot be read, or is not UTF-8 */
export async function readText(path: string): Promise<string | null> {
  let bytes: Buffer
  try {
    // Loading node:fs/promises takes longer than reading the small files that every start reads.
    bytes = readFileSync(path)
  } catch (error) {
    const code = codeOf(error)
    if (code === 'ENOENT' || code === 'ENOTDIR') return null
    if (code === 'EISDIR') throw new UserError(`${path} is a folder.`, 'Name a file.')
    throw new UserError(`${path} cannot be read (${code || 'unknown reason'}).`, 'Check its permissions.')
  }
  try {
    // The byte order mark is kept: the parser handles it.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new UserError(`${path} is not UTF-8 text.`, 'Save it as UTF-8 and try again.')
  }
}

/** A JSON file of ours; null when it does not exist or is not JSON. */
export async function readJson(path: string): Promise<unknown> {
  const text = await readText(path)
  if (text === null) return null
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
