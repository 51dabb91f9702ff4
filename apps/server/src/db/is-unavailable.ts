import { certificateProblem } from '@envhold/contract/certificate-problem.ts'
import { CommitWarning } from './postgres-connection.ts'

/**
 * Error codes of the operating system for a lost connection, and of PostgreSQL for itself (SQLSTATE, appendix A of its
 * manual).
 */
const transientCodes =
  /^(?:ECONN(?:REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|E(?:HOST|NET)UNREACH|ENOTFOUND|EAI_AGAIN|08...|53...|57P..|25P03|25006|40001|40P01|55P03)$/
/** The driver's own errors have no code. */
const driverMessages =
  /^(?:Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Client was closed)/
/** SQLite: busy, locked, read-only, I/O error, corrupt, disk full, not a database. */
const sqlite = new Set([5, 6, 8, 10, 11, 13, 26])

/** Whether an error means that the database cannot be used right now, rather than that the query was wrong. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof CommitWarning) return true
  if ('errcode' in error && typeof error.errcode === 'number') return sqlite.has(error.errcode & 0xff)
  return 'code' in error && typeof error.code === 'string'
    ? transientCodes.test(error.code) || certificateProblem(error.code) !== undefined
    : driverMessages.test(error.message)
}
