/** How many backups are stored: the newest, or the newest of each of some days, weeks and months. */
export interface BackupRetention {
  readonly newest: number
  readonly days: number
  readonly weeks: number
  readonly months: number
}

const form = /^(?:(\d{1,4})|(?:(\d{1,4})d)?,?(?:(\d{1,4})w)?,?(?:(\d{1,4})m)?)$/
const max = 1_000

/** Reads `7` or `7d,4w,12m`. @returns undefined for anything else, and for a rule that stores nothing */
export function parseRetention(text: string): BackupRetention | undefined {
  const [, ...numbers] = form.exec(text.replaceAll(' ', '')) ?? []
  const [newest = 0, days = 0, weeks = 0, months = 0] = numbers.map((number) => Number(number ?? 0))
  const all = [newest, days, weeks, months]
  if (numbers.length === 0 || all.every((number) => number === 0) || all.some((number) => number > max))
    return undefined
  return { newest, days, weeks, months }
}

export const retentionText = ({ newest, days, weeks, months }: BackupRetention): string =>
  newest > 0
    ? `${newest}`
    : [days && `${days}d`, weeks && `${weeks}w`, months && `${months}m`]
        .filter((part) => part !== 0)
        .join(',')

const dayMs = 86_400_000
/** Weeks begin on Monday: 1970-01-01 was a Thursday. */
const weekOf = (time: number) => `${Math.floor((time / dayMs + 3) / 7)}`
const iso = (time: number, length: number) => new Date(time).toISOString().slice(0, length)

/**
 * The times that stay. It counts days that have a backup, not days of the calendar: a clock that jumps ahead deletes
 * nothing by that alone. The newest always stays.
 */
export function retainedTimes(times: readonly number[], rule: BackupRetention): ReadonlySet<number> {
  const newestFirst = times.toSorted((left, right) => right - left)
  const retained = new Set(newestFirst.slice(0, Math.max(1, rule.newest)))
  const add = (count: number, periodOf: (time: number) => string) => {
    const periods = new Set<string>()
    for (const time of newestFirst) {
      if (periods.size === count) return
      if (!periods.has(periodOf(time))) retained.add(time)
      periods.add(periodOf(time))
    }
  }
  add(rule.days, (time) => iso(time, 10))
  add(rule.weeks, weekOf)
  add(rule.months, (time) => iso(time, 7))
  return retained
}
