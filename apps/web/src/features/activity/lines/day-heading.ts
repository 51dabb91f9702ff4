/** The local day of a moment, which sorts as text. */
export const dayOf = (moment: Date): string =>
  [moment.getFullYear(), moment.getMonth() + 1, moment.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')

const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'short', day: 'numeric' })
const withYear = new Intl.DateTimeFormat('en-US', {
  weekday: 'long',
  month: 'short',
  day: 'numeric',
  year: 'numeric',
})

/** The heading of a day: a word for the last two, and the date. */
export function dayHeading(day: string, now: Date): { readonly word: string | null; readonly date: string } {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const moment = new Date(year, month - 1, date)
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1)
  const word = day === dayOf(now) ? 'Today' : day === dayOf(yesterday) ? 'Yesterday' : null
  return { word, date: (year === now.getFullYear() ? weekday : withYear).format(moment) }
}
