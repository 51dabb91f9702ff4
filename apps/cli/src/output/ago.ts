import { formatCount } from '@envhold/contract/format-count.ts'

const relative = new Intl.RelativeTimeFormat('en-US', { numeric: 'always' })
const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

/** How long ago a time was, in words. */
export function ago(time: string, now: number): string {
  const seconds = Math.max(0, Math.round((now - Date.parse(time)) / 1000))
  if (seconds < 10) return 'just now'
  const [unit, size] = units.find(([, length]) => seconds >= length) ?? units[3]
  return relative.format(-Math.floor(seconds / size), unit)
}

/** How long a wait lasts: '20 seconds', '4 days'. */
export const waitText = (seconds: number): string => {
  const [count, unit] =
    seconds < 90
      ? [seconds, 'second']
      : seconds < 5_400
        ? [Math.round(seconds / 60), 'minute']
        : seconds < 172_800
          ? [Math.round(seconds / 3_600), 'hour']
          : [Math.round(seconds / 86_400), 'day']
  return formatCount(count, unit)
}
