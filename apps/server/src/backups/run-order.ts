import { fork } from 'node:child_process'
import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { storeEnvironment } from '../config/env.ts'
import type { StoredState } from '../db/marks/stored-heads.ts'
import { BackupError, DamagedBackupError } from './backup-folder.ts'
import type { OffsiteOrder, OffsiteResponse } from './offsite/offsite.ts'
import { lowerPriority } from './run-program.ts'

const program = fileURLToPath(new URL('./backup-process.ts', import.meta.url))
/** A database of some hundred gigabytes is done by then. */
const maxMs = 6 * 3_600_000

interface Following {
  /** Ends the process. */
  readonly signal: AbortSignal
  readonly onPercent?: (percent: number) => void
}

/** A failure whose cause is for the log: the code of an error, a word that is logged, never its text. */
class ProcessError extends Error {
  override readonly name = 'ProcessError'
  readonly code: string

  constructor(code: string) {
    super(`The process of backups failed: ${code}`)
    this.code = code
  }
}

const isOffsite = (order: Order): order is OffsiteOrder =>
  order.kind === 'send' || order.kind === 'receive' || order.kind === 'list'

/** Without a place, a backup comes or leaves through this process's own standard input and output. */
const pipesOf = (order: Order): ['inherit' | 'ignore', 'inherit' | 'ignore'] => {
  const isPiped = 'settings' in order && order.settings === undefined
  return [
    isPiped && order.kind === 'receive' ? 'inherit' : 'ignore',
    isPiped && order.kind === 'send' ? 'inherit' : 'ignore',
  ]
}

/** Where compiled code of this installation is stored, if it is: the process then starts in two thirds of the time. */
function compileCache() {
  // The folder within is that of this version of Node.
  const folder = getCompileCacheDir()
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) }
}

/** Runs an order in a process of its own, which gets nothing of this one's settings. @throws BackupError */
function run(order: Order, { signal, onPercent }: Following): Promise<BackupResponse> {
  return new Promise((resolve, reject) => {
    const child = fork(program, [], {
      env: { ...(isOffsite(order) && storeEnvironment()), ...compileCache() },
      execArgv: [],
      serialization: 'advanced',
      stdio: [...pipesOf(order), 'ignore', 'ipc'],
      signal: AbortSignal.any([signal, AbortSignal.timeout(maxMs)]),
      // Copying is deaf to other signals; sending removes what it has begun.
      killSignal: isOffsite(order) ? 'SIGTERM' : 'SIGKILL',
    })
    child.on('spawn', () => lowerPriority(child.pid))
    child.on('message', (answer: BackupResponse) => {
      if ('percent' in answer) return onPercent?.(answer.percent)
      child.disconnect()
      if (!('failed' in answer)) return resolve(answer)
      const { words, code, isDamage } = answer.failed
      const explained = isDamage ? DamagedBackupError : BackupError
      reject(words === undefined ? new ProcessError(code) : new explained(words))
    })
    child.on('error', reject)
    child.on('exit', (code, by) => reject(new ProcessError(`EXIT_${code ?? by}`)))
    child.send(order)
  })
}

/** Copies a SQLite database. */
export const copyAndHash = (from: string, to: string, following: Following): Promise<Hashed> =>
  hashedOf(run({ kind: 'copy', from, to }, following))

export const hashApart = (path: string, following: Following): Promise<Hashed> =>
  hashedOf(run({ kind: 'hash', path }, following))

export async function verifyApart(order: Omit<VerifyOrder, 'kind'>, following: Following): Promise<Verdict> {
  const answer = await run({ ...order, kind: 'verify' }, following)
  if (!('verdict' in answer)) throw new ProcessError('OTHER_ANSWER')
  return answer.verdict
}

/** Sends a backup off the machine, brings one back, or lists those that are there. @throws BackupError */
export async function runOffsite(order: OffsiteOrder, following: Following): Promise<OffsiteResponse> {
  const answer = await run(order, following)
  if ('sent' in answer || 'received' in answer || 'listed' in answer) return answer
  throw new ProcessError('OTHER_ANSWER')
}

async function hashedOf(response: Promise<BackupResponse>): Promise<Hashed> {
  const answer = await response
  if (!('hashed' in answer)) throw new ProcessError('OTHER_ANSWER')
  return answer.hashed
}

/** What the process of backups is asked for. */
export type Order =
  | { readonly kind: 'copy'; readonly from: string; readonly to: string }
  | { readonly kind: 'hash'; readonly path: string }
  | VerifyOrder
  | OffsiteOrder

export interface VerifyOrder {
  readonly kind: 'verify'
  readonly path: string
  readonly sha256: string
  /** What must be in it. */
  readonly state: StoredState
  /** If undefined, the secret is a file in the data folder. */
  readonly serverSecret: string | undefined
  readonly dataDir: string
  /** Of Envhold, which made the backup. */
  readonly version: string
}

export interface Hashed {
  readonly size: number
  readonly sha256: string
}

/** The first problems, and how many there are. */
export interface Verdict {
  readonly problems: readonly string[]
  readonly count: number
}

interface Failed {
  /** For an operator; undefined if only the log explains it. */
  readonly words: string | undefined
  readonly code: string
  /** Whether the backup is damaged. */
  readonly isDamage: boolean
}

/** What it answers: progress any number of times, then one of the others. */
export type BackupResponse =
  | { readonly percent: number }
  | { readonly hashed: Hashed }
  | { readonly verdict: Verdict }
  | OffsiteResponse
  | { readonly failed: Failed }
