import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Context } from '../context.ts'
import type { LogPart, PartVerdict } from '../features/audit-log/verdict.ts'

/** What the thread gets. Keys are handles: their bytes are not copied. */
export interface ThreadTask {
  readonly part: LogPart
  readonly at: { readonly databaseUrl: string | undefined; readonly dataDir: string }
  readonly secrets: Context['secrets']
}

/** What the thread says: how many entries are verified, and in the end the verdict. */
export type ThreadWord = { readonly entries: number } | { readonly verdict: PartVerdict }

const progressMs = 1_000

/**
 * Verifies a part of the audit logs in a thread: computing MACs of millions of entries would delay every call. The
 * thread reads one consistent snapshot through a connection of its own.
 * @param onProgress is told now and then how many entries are verified; if it rejects, the thread ends
 */
export async function verifyLogInThread(
  { config, secrets }: Pick<Context, 'config' | 'secrets'>,
  part: LogPart,
  onProgress: (entries: number) => Promise<void>,
): Promise<PartVerdict> {
  const at = { databaseUrl: config.databaseUrl?.reveal(), dataDir: config.dataDir }
  const workerData: ThreadTask = { part, at, secrets }
  const thread = new Worker(new URL('./verify-log-thread.ts', import.meta.url), { workerData })
  const ended = new AbortController()
  try {
    let entries = 0
    const verdict = new Promise<PartVerdict>((resolve, reject) => {
      thread.on('message', (word: ThreadWord) => {
        if ('verdict' in word) resolve(word.verdict)
        else entries = word.entries
      })
      thread.on('error', reject)
      thread.on('exit', () => reject(new Error('The thread that verifies ended without a verdict')))
    })
    const progress = reportRegularly(() => onProgress(entries), ended.signal)
    return await Promise.race([verdict, progress])
  } finally {
    ended.abort()
    await thread.terminate()
  }
}

/** Rejects once a report is rejected. */
async function reportRegularly(report: () => Promise<void>, signal: AbortSignal): Promise<never> {
  for (;;) {
    await wait(progressMs, undefined, { signal })
    await report()
  }
}
