/** The thread of check-file.ts: checks the file that it is given, and answers whether the file is whole. */
import { parentPort, workerData } from 'node:worker_threads'
import { isWhole } from './check-file.ts'

parentPort?.postMessage(isWhole(workerData))
