import { lstatSync, mkdirSync } from 'node:fs'
import module from 'node:module'
import { join } from 'node:path'

/** Whether the folder belongs to this user and nobody else can write to it: its content is executed. */
function isOwn(folder: string): boolean {
  const { mode, uid } = lstatSync(folder)
  return uid === process.getuid?.() && (mode & 0o022) === 0
}

/**
 * Lets Node store compiled code for the next start: from 22.8, and not on Windows, where the owner cannot be
 * determined. It is in the user's own cache folder, because Node's default is in the temporary folder that all users
 * share.
 */
export function enableCompileCache(): void {
  const home = process.env.XDG_CACHE_HOME || (process.env.HOME && join(process.env.HOME, '.cache'))
  if (!module.enableCompileCache || !home || process.platform === 'win32') return
  const folder = join(home, 'envhold')
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    if (isOwn(folder)) module.enableCompileCache(folder)
  } catch {
    // If the home folder cannot be written, the start only takes longer.
  }
}
