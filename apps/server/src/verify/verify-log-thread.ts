/** Verifies a part of the audit logs in a thread of its own: see verify-log-in-thread.ts. */
import { parentPort, workerData } from 'node:worker_threads'
import { readConsistently } from '../db/read-consistently.ts'
import type { ThreadTask, ThreadWord } from './verify-log-in-thread.ts'
import { verifyLogPart } from './verify-log-part.ts'

const { part, at, secrets } = workerData as ThreadTask
const say = (word: ThreadWord) => parentPort?.postMessage(word)

const verdict = await readConsistently(at, (db, engine) =>
  verifyLogPart({ db, engine, secrets }, part, (entries) => say({ entries })),
)
say({ verdict })
