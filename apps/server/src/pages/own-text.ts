import { readFile, stat } from 'node:fs/promises'

const maxBytes = 200 * 1_024

/** A file that exists and cannot be used; the message says why. */
export class PageTextError extends Error {
  override readonly name = 'PageTextError'
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined)

/** Changes with the file; undefined if there is none. */
export async function revisionOf(file: string): Promise<string | undefined> {
  try {
    const { ino, size, mtimeMs } = await stat(file)
    return [ino, size, mtimeMs].join(':')
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? undefined : String(codeOf(error))
  }
}

/**
 * Reads the operator's text of a page.
 * @throws PageTextError if it cannot be used
 */
export async function readOwnText(file: string): Promise<string> {
  const status = await stat(file).catch(() => undefined)
  if (!status?.isFile()) throw new PageTextError('not a file that can be read')
  if (status.size > maxBytes) throw new PageTextError('larger than 200 KB')
  const bytes = await readFile(file).catch(() => undefined)
  if (!bytes) throw new PageTextError('not a file that can be read')
  const text = decode(bytes)
  if (text.trim() === '') throw new PageTextError('empty')
  return text
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new PageTextError('not UTF-8')
  }
}
