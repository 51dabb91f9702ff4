const dayMs = 86_400_000

/** Whole days from today, in local time, until a day such as `2027-01-31`; negative if it is past. */
export function daysUntil(due: string, now: Date): number {
  const today = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate())
  return Math.round((Date.parse(`${due}T00:00:00Z`) - today) / dayMs)
}

const dayCount = (days: number) => `${days} day${days === 1 ? '' : 's'}`

/** `2027-01-31, in 3 days`. */
export function dueText(due: string, now: Date): string {
  const days = daysUntil(due, now)
  if (days === 0) return `${due}, today`
  return days > 0 ? `${due}, in ${dayCount(days)}` : `${due}, ${dayCount(-days)} overdue`
}
