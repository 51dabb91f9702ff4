import { lstatSync, readlinkSync, realpathSync } from 'node:fs'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { UserError } from '../user-error.ts'

const isLink = (path: string): boolean =>
  lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false

/** Where a file is or would be made, through every link on the way. @throws if links lead in a circle */
function realPathOf(path: string): string {
  try {
    return realpathSync(path)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
  if (isLink(path)) return realPathOf(resolve(dirname(path), readlinkSync(path)))
  return join(realPathOf(dirname(path)), basename(path))
}

/**
 * A file that the user did not name must be below a folder: a cloned repository could otherwise have a shell’s start
 * file written, or a private key pushed.
 * @param source what names the file
 * @throws UserError
 */
export function requireBelow(folder: string, path: string, source: string): void {
  const way = relative(realPathOf(folder), realPathOf(path))
  if (way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && resolve(folder, way) !== way) return
  throw new UserError(
    `${source} leads out of ${folder}: to ${realPathOf(path)}.`,
    'If you want that file, name it in the command.',
    'OUTSIDE',
  )
}
