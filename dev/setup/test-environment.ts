import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'
import { join } from 'node:path'
import { root } from './root.mjs'

const memoryFolder = '/dev/shm'
const prefix = 'envhold-test-'
const gib = 1024 ** 3
const neededBytes = 4 * gib

/**
 * What makes a run of tests cheaper, for every process of it: compiled code is cached, and temporary files are in
 * memory where there is enough, because a suite syncs files a hundred thousand times.
 */
export function prepareEnvironment(): void {
  process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.cache/envhold/tests')
  if (!hasRoomInMemory()) return
  removeAbandoned()
  const folder = mkdtempSync(join(memoryFolder, `${prefix}${process.pid}-`))
  // As /tmp is: PostgreSQL may run as another user.
  chmodSync(folder, 0o1777)
  process.env.TMPDIR = folder
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
}

function hasRoomInMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memoryFolder)
    return bavail * bsize >= neededBytes && freemem() >= 2 * neededBytes
  } catch {
    return false
  }
}

/** Removes the folders of runs that were killed. */
function removeAbandoned(): void {
  for (const name of readdirSync(memoryFolder).filter((file) => file.startsWith(prefix))) {
    const pid = Number(name.slice(prefix.length).split('-')[0])
    if (!isAlive(pid)) rmSync(join(memoryFolder, name), { recursive: true, force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
