const hourMs = 3_600_000
const dayMs = 24 * hourMs
const urgentDays = 3

export interface GraceTime {
  /** Rounded up, 0 from the end on. */
  readonly days: number
  readonly isUrgent: boolean
  /** '12 days left', '5 hours left' on the last day, or 'Expired'. */
  readonly text: string
}

const left = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'} left`

/** How much of a grace period is left. */
export function graceTime(end: string, now: number): GraceTime {
  const leftMs = Math.max(0, Date.parse(end) - now)
  const days = Math.ceil(leftMs / dayMs)
  const text =
    leftMs === 0 ? 'Expired' : days <= 1 ? left(Math.ceil(leftMs / hourMs), 'hour') : left(days, 'day')
  return { days, isUrgent: days <= urgentDays, text }
}
