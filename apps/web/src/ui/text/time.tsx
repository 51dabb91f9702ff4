import { usePageTime } from '../page-clock.ts'
import { formatDay } from './format.ts'

const relative = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' })
const brief = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto', style: 'narrow' })
const exact = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'medium' })
const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

const formatRelative = (at: Date, now: number, words = relative) => {
  const seconds = (at.getTime() - now) / 1_000
  if (Math.abs(seconds) < 45) return 'just now'
  if (Math.abs(seconds) > 30 * 86_400) return formatDay(at)
  const unit = units.find(([, length]) => Math.abs(seconds) >= length) ?? units[2]
  return words.format(Math.round(seconds / unit[1]), unit[0])
}

/** A relative time, with the exact time on hover. `date` shows the day instead; `short` abbreviates. */
interface Props {
  at: string
  date?: boolean
  short?: boolean
  /** Who did it, on hover. */
  by?: string
}

export function Time({ at, date, short, by }: Props) {
  const moment = new Date(at)
  const text = usePageTime((now) =>
    date ? formatDay(moment) : formatRelative(moment, now, short ? brief : relative),
  )
  return (
    <time dateTime={at} title={exact.format(moment) + (by === undefined ? '' : ` by ${by}`)}>
      {text}
    </time>
  )
}
