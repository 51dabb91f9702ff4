import { lstatSync, mkdirSync } from 'node:fs'
import module from 'node:module'
import { join } from 'node:path'

/** The folder is this user's, and nobody else may write there: what is in it is run. */
function isOwn(folder: string): boolean {
  const { mode, uid } = lstatSync(folder)
  return uid === process.getuid?.() && (mode & 0o022) === 0
}

/**
 * Lets Node keep the compiled code for the next start: from 22.8 on, and not on Windows, where the owner cannot be told. It is
 * kept in the user's own cache folder, since Node's default lies in the temporary folder that all users share.
 */
export function enableCompileCache(): void {
  const home = process.env.XDG_CACHE_HOME || (process.env.HOME && join(process.env.HOME, '.cache'))
  if (!module.enableCompileCache || !home || process.platform === 'win32') return
  const folder = join(home, 'envhold')
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    if (isOwn(folder)) module.enableCompileCache(folder)
  } catch {
    // A home that cannot be written: the start only takes longer.
  }
}
