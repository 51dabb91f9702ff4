import { formatCount } from '../../ui/text/format.ts'

const dayMs = 86_400_000
const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short' })

const daysText = (ms: number) => {
  const days = Math.round(ms / dayMs)
  if (days < 1) return 'within a day'
  return days === 1 ? 'in 1 day' : `in ${formatCount(days)} days`
}

/**
 * What an expiry means, in words.
 * @param value the text of the date field, in local time; empty for never
 */
export function expiryText(value: string, now: Date): string {
  if (value === '') return 'If empty, it works until you delete it.'
  const at = new Date(value)
  if (Number.isNaN(at.getTime())) return 'The date is not complete.'
  if (at <= now) return 'It has expired: its calls are rejected.'
  return `It stops working ${daysText(at.getTime() - now.getTime())}, on ${moment.format(at)}. Its calls are rejected from then on; you can move the date before that.`
}
