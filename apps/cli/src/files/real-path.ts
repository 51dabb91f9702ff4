import { lstatSync, readlinkSync, realpathSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'

const isLink = (path: string): boolean =>
  lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false

/** Where a file is or would be made, through every link on the way. @throws if links lead in a circle */
export function realPathOf(path: string): string {
  try {
    return realpathSync(path)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
  const folder = realPathOf(dirname(path))
  return isLink(path) ? realPathOf(resolve(folder, readlinkSync(path))) : join(folder, basename(path))
}
