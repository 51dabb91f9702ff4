/** What a sweep deletes, and when: one line of docs/retention.md. */
export interface RetentionRule {
  /** Such as 'Calls with API keys'. */
  readonly what: string
  /** How long it is stored. `immediately`: until the next hourly run. */
  readonly period: Period
  /** What the period begins with, such as 'the call'. */
  readonly after: string
}

export type Period =
  | { readonly hours: number }
  | { readonly days: number }
  | { readonly years: number }
  | 'immediately'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** A year of tax law, with its part of a leap day. */
const yearMs = 365.25 * dayMs

export function periodMs(period: Period): number {
  if (period === 'immediately') return 0
  if ('hours' in period) return period.hours * hourMs
  return 'days' in period ? period.days * dayMs : period.years * yearMs
}

export const daysMs = (days: number): number => periodMs({ days })

/** Such as '90 days after the call'. */
export function periodText({ period, after }: Pick<RetentionRule, 'period' | 'after'>): string {
  if (period === 'immediately') return `within an hour after ${after}`
  const [unit = '', count = 0] = Object.entries(period)[0] ?? []
  return `${count} ${count === 1 ? unit.slice(0, -1) : unit} after ${after}`
}
