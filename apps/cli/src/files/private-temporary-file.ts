import type { ChildProcess } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { UserError } from '@envhold/command/user-error.ts'

export interface TemporaryFile {
  readonly path: string
  remove(): void
  /** While `child` has the terminal, its keys such as Ctrl-C are the child’s, which ends with us. */
  lendTerminal<T>(child: ChildProcess, work: Promise<T>): Promise<T>
}

const keys = ['SIGINT', 'SIGQUIT'] as const
const endings = [...keys, 'SIGTERM', 'SIGHUP'] as const

/** The first of `folders` in which a folder of our own can be made. */
function makeFolder(folders: readonly string[]): string {
  for (const folder of folders) {
    try {
      return mkdtempSync(join(folder, 'envhold-'))
    } catch {
      // A folder that does not exist here, or that is not ours.
    }
  }
  throw new UserError(
    'There is no folder for a temporary file.',
    `Make one of these writable: ${folders.join(', ')}`,
    'SYSTEM',
  )
}

/**
 * A file that only this user can read, in a folder that only this user can open. Both are removed by `remove`, and
 * however the process ends, unless it is killed outright.
 */
export function createTemporaryFile(folders: readonly string[], name: string, text: string): TemporaryFile {
  const folder = makeFolder(folders)
  const remove = () => {
    process.off('exit', remove)
    for (const signal of endings) process.off(signal, end)
    rmSync(folder, { recursive: true, force: true })
  }
  let borrower: ChildProcess | null = null
  const end = (signal: NodeJS.Signals) => {
    if (borrower && keys.some((key) => key === signal)) return
    borrower?.kill(signal)
    remove()
    process.kill(process.pid, signal)
  }
  process.once('exit', remove)
  for (const signal of endings) process.on(signal, end)
  const path = join(folder, name)
  try {
    chmodSync(folder, 0o700)
    writeFileSync(path, text, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    remove()
    throw error
  }
  const lendTerminal = async <T>(child: ChildProcess, work: Promise<T>): Promise<T> => {
    borrower = child
    try {
      return await work
    } finally {
      borrower = null
    }
  }
  return { path, remove, lendTerminal }
}
