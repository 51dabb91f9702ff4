/** The worker thread of check-file.ts: checks the given file and reports whether it is intact. */
import { parentPort, workerData } from 'node:worker_threads'
import { isWhole } from './check-file.ts'

parentPort?.postMessage(isWhole(workerData))
