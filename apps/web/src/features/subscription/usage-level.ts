import { unlimited } from '@envhold/contract/billing/plans.ts'

/** How much of a limit is used, in percent, 100 at most; null where there is no limit. */
export function usedPercent(current: number, max: number): number | null {
  if (max === unlimited) return null
  return max === 0 ? 100 : Math.min(100, (100 * current) / max)
}

/** The colour of a usage bar: green under 70 %, yellow under 90 %, then red. */
export const usageTone = (percent: number): 'good' | 'warn' | 'bad' =>
  percent < 70 ? 'good' : percent < 90 ? 'warn' : 'bad'

/** The API calls of a month are counted in UTC: when the next one starts. */
export const nextMonth = (now: Date): Date => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1))
