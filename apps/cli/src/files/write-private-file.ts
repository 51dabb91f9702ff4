import { access, mkdir, open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { UserError } from '@envhold/command/user-error.ts'
import { realPathOf } from './real-path.ts'

export const endings = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Handles a signal only after the work is done, so that no partial file remains. */
async function uninterrupted<T>(work: () => Promise<T>): Promise<T> {
  let pending: NodeJS.Signals | undefined
  const hold = (signal: NodeJS.Signals) => {
    // Other listeners decide themselves what the signal means.
    if (process.listenerCount(signal) === 1) pending = signal
  }
  for (const signal of endings) process.on(signal, hold)
  try {
    return await work()
  } finally {
    for (const signal of endings) process.off(signal, hold)
    if (pending) process.kill(process.pid, pending)
  }
}

/** Beside the old file, with a new name: opening it fails if it exists. */
const freshPath = (target: string): string => {
  const unique = `${process.pid.toString(36)}${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`
  return join(dirname(target), `.${basename(target).replace(/^\./, '')}.${unique}.tmp`)
}

export interface Writing {
  readonly mode?: number
  /** False for data that may be lost in a power cut. */
  readonly durable?: boolean
}

async function replace(target: string, text: string | Uint8Array, mode: number, durable: boolean) {
  const fresh = freshPath(target)
  try {
    const file = await open(fresh, 'wx', mode)
    try {
      await file.writeFile(text)
      // The umask can only remove permissions; the requested mode is set.
      await file.chmod(mode)
      if (durable) await file.sync()
    } finally {
      await file.close()
    }
    await rename(fresh, target)
  } catch (error) {
    await rm(fresh, { force: true })
    throw error
  }
}

/**
 * Writes all of `text` or nothing: into a new file beside the old one, on disk before it replaces it. Only the owner
 * can read it, unless `mode` says otherwise.
 */
export async function writePrivateFile(
  path: string,
  text: string | Uint8Array,
  { mode = 0o600, durable = true }: Writing = {},
): Promise<void> {
  // A link stays, and its file is replaced.
  const target = realPathOf(path)
  await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  await uninterrupted(() => replace(target, text, mode, durable))
}

/**
 * For a file that a user names: a folder that a typing error makes would hide it.
 * @throws UserError
 */
export async function requireFolder(path: string): Promise<void> {
  const folder = dirname(path)
  try {
    await access(folder)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
    throw new UserError(`The folder ${folder} does not exist.`, 'Create it, or check its name.', 'NO_FOLDER')
  }
}
