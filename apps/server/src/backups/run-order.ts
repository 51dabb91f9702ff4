import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { StoredState } from '../db/marks/stored-heads.ts'
import { BackupError } from './backup-folder.ts'

const program = fileURLToPath(new URL('./backup-process.ts', import.meta.url))
/** A database of some hundred gigabytes is done by then. */
const maxMs = 6 * 3_600_000

interface Following {
  /** Ends the process. */
  readonly signal: AbortSignal
  readonly onPercent?: (percent: number) => void
}

/** A failure whose cause is for the log: the code of an error, never its text. */
class ProcessError extends Error {
  override readonly name = 'ProcessError'
  readonly code: string

  constructor(code: string) {
    super(`The process of backups failed: ${code}`)
    this.code = code
  }
}

/** Runs an order in a process of its own, which gets nothing of this one's environment. @throws BackupError */
function run(order: Order, { signal, onPercent }: Following): Promise<BackupResponse> {
  return new Promise((resolve, reject) => {
    const child = fork(program, [], {
      env: {},
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      signal: AbortSignal.any([signal, AbortSignal.timeout(maxMs)]),
      killSignal: 'SIGKILL',
    })
    child.on('message', (answer: BackupResponse) => {
      if ('percent' in answer) return onPercent?.(answer.percent)
      child.disconnect()
      if (!('failed' in answer)) return resolve(answer)
      const { words, code } = answer.failed
      reject(words === undefined ? new ProcessError(code) : new BackupError(words))
    })
    child.on('error', reject)
    child.on('exit', (code, by) => reject(new ProcessError(`exit ${code ?? by}`)))
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
  if (!('verdict' in answer)) throw new ProcessError('another answer')
  return answer.verdict
}

async function hashedOf(response: Promise<BackupResponse>): Promise<Hashed> {
  const answer = await response
  if (!('hashed' in answer)) throw new ProcessError('another answer')
  return answer.hashed
}

/** What the process of backups is asked for. */
export type Order =
  | { readonly kind: 'copy'; readonly from: string; readonly to: string }
  | { readonly kind: 'hash'; readonly path: string }
  | VerifyOrder

export interface VerifyOrder {
  readonly kind: 'verify'
  readonly path: string
  readonly sha256: string
  /** What must be in it. */
  readonly state: StoredState
  /** If undefined, the secret is a file in the data folder. */
  readonly serverSecret: string | undefined
  readonly dataDir: string
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
}

/** What it answers: progress any number of times, then one of the others. */
export type BackupResponse =
  | { readonly percent: number }
  | { readonly hashed: Hashed }
  | { readonly verdict: Verdict }
  | { readonly failed: Failed }
