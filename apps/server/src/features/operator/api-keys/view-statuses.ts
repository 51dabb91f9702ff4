import type { StatusTotal } from '../../usage/total-store.ts'

/** Microseconds as milliseconds, to one decimal. */
export const toMs = (us: number) => Math.round(us / 100) / 10

/** Calls by status: how many, and how long they took on average. */
export const viewStatuses = (totals: readonly StatusTotal[]) =>
  [...Map.groupBy(totals, ({ status_code }) => status_code)]
    .sort(([left], [right]) => left - right)
    .map(([status_code, of]) => {
      const count = of.reduce((sum, { calls }) => sum + calls, 0)
      const duration = of.reduce((sum, { duration_us }) => sum + duration_us, 0)
      return { status_code, count, request_duration_ms: count === 0 ? 0 : toMs(duration / count) }
    })
