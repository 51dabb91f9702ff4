import { AppError } from '../../app-error.ts'

/** An export holds megabytes of values while it is answered, so few run at once in a process. */
export interface ExportTurns {
  /** @throws AppError RATE_LIMITED while the account has an export running, UNAVAILABLE when too many run */
  take<T>(userId: number, work: () => Promise<T>): Promise<T>
}

const maxTotal = 8

export function createExportTurns(): ExportTurns {
  const running = new Set<number>()
  return {
    async take(userId, work) {
      if (running.has(userId)) throw new AppError('RATE_LIMITED', { retryAfter: 1 })
      if (running.size >= maxTotal) throw new AppError('UNAVAILABLE', { retryAfter: 1 })
      running.add(userId)
      try {
        return await work()
      } finally {
        running.delete(userId)
      }
    },
  }
}
