/** The thread of check-file.ts: checks the given file, and returns whether it is undamaged. */
import { parentPort, workerData } from 'node:worker_threads'
import { isWhole } from './check-file.ts'

parentPort?.postMessage(isWhole(workerData))
