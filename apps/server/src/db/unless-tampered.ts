import { TamperedRowError } from '../app-error.ts'
import type { Log } from '../http/log/log.ts'

interface Logging {
  readonly log: Pick<Log, 'tampered'>
}

function logTampered({ log }: Logging, requestId: string, error: unknown): undefined {
  if (!(error instanceof TamperedRowError)) throw error
  log.tampered({ table: error.table, id: error.id, requestId })
}

/**
 * Does work that a row which no server wrote must not stop for others: the row is logged.
 * @param requestId the task, for the log
 * @returns undefined for such a row
 */
export const unlessTampered = <T>(
  ctx: Logging,
  requestId: string,
  work: () => Promise<T>,
): Promise<T | undefined> => work().catch((error: unknown) => logTampered(ctx, requestId, error))

/** Whether a row passes its check. One that no server wrote is logged, by the task of that name. */
export function isAuthentic(ctx: Logging, requestId: string, check: () => void): boolean {
  try {
    check()
    return true
  } catch (error) {
    logTampered(ctx, requestId, error)
    return false
  }
}
