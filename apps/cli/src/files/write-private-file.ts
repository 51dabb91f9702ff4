import { randomBytes } from 'node:crypto'
import { mkdir, open, realpath, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/** Where a link leads, so that the file is replaced and not the link; the path itself while nothing is there. */
const targetOf = (path: string): Promise<string> => realpath(path).catch(() => path)

/**
 * Writes all of `text` or nothing: into a new file beside the old one, on disk before it takes its place. Only the owner
 * may read it, unless `mode` says otherwise.
 */
export async function writePrivateFile(path: string, text: string | Uint8Array, mode = 0o600): Promise<void> {
  const target = await targetOf(path)
  await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  const fresh = join(
    dirname(target),
    `.${basename(target).replace(/^\./, '')}.${randomBytes(6).toString('hex')}.tmp`,
  )
  try {
    const file = await open(fresh, 'wx', mode)
    try {
      await file.writeFile(text)
      // The umask may only take away; what was asked for is set.
      await file.chmod(mode)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(fresh, target)
  } catch (error) {
    await rm(fresh, { force: true })
    throw error
  }
}
