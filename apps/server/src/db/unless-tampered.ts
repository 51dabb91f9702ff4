import { TamperedRowError } from '../app-error.ts'
import type { Log } from '../http/log/log.ts'

interface Logging {
  readonly log: Pick<Log, 'tampered'>
}

/** Is called with a row that no server wrote. */
export type Report = (error: TamperedRowError) => void

/** Logs a row that no server wrote. @param requestId the task that met it */
export const logTampered =
  ({ log }: Logging, requestId: string): Report =>
  ({ table, id }) =>
    log.tampered({ table, id, requestId })

const reportOrThrow = (error: unknown, report: Report): undefined => {
  if (!(error instanceof TamperedRowError)) throw error
  report(error)
}

/**
 * Does work that a row which no server wrote must not stop for others: the row is logged.
 * @param requestId the task
 * @returns undefined for such a row
 */
export const unlessTampered = <T>(
  ctx: Logging,
  requestId: string,
  work: () => Promise<T>,
): Promise<T | undefined> =>
  work().catch((error: unknown) => reportOrThrow(error, logTampered(ctx, requestId)))

/** Whether a row passes its check: a server wrote it. */
export function isUntampered(check: () => void, report: Report = () => {}): boolean {
  try {
    check()
    return true
  } catch (error) {
    reportOrThrow(error, report)
    return false
  }
}
