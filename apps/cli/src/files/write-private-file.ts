import { mkdir, open, realpath, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

const endings = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Ends by a signal that comes meanwhile only when the work is done, so that nothing half-written stays behind. */
async function uninterrupted<T>(work: () => Promise<T>): Promise<T> {
  let pending: NodeJS.Signals | undefined
  const hold = (signal: NodeJS.Signals) => {
    // Who else listens decides himself what the signal means.
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

/** Where a link leads, so that the file is replaced and not the link; the path itself while nothing is there. */
const targetOf = (path: string): Promise<string> => realpath(path).catch(() => path)

/** Beside the old file, and no other's: opening it fails if it is there. */
const freshPath = (target: string): string => {
  const unique = `${process.pid.toString(36)}${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`
  return join(dirname(target), `.${basename(target).replace(/^\./, '')}.${unique}.tmp`)
}

export interface Writing {
  readonly mode?: number
  /** False for what may be lost in a power cut, as it is only remembered. */
  readonly durable?: boolean
}

async function replace(target: string, text: string | Uint8Array, mode: number, durable: boolean) {
  const fresh = freshPath(target)
  try {
    const file = await open(fresh, 'wx', mode)
    try {
      await file.writeFile(text)
      // The umask may only take away; what was asked for is set.
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
 * Writes all of `text` or nothing: into a new file beside the old one, on disk before it takes its place. Only the owner
 * may read it, unless `mode` says otherwise.
 */
export async function writePrivateFile(
  path: string,
  text: string | Uint8Array,
  { mode = 0o600, durable = true }: Writing = {},
): Promise<void> {
  const target = await targetOf(path)
  await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  await uninterrupted(() => replace(target, text, mode, durable))
}
