const twoDigits = (part: number) => String(part).padStart(2, '0')

/** A time of the API as `<input type="datetime-local">` shows it: in this browser’s time zone, to the minute. */
export function toLocalTime(at: string | null): string {
  if (at === null) return ''
  const time = new Date(at)
  const day = [time.getFullYear(), time.getMonth() + 1, time.getDate()].map(twoDigits).join('-')
  return `${day}T${twoDigits(time.getHours())}:${twoDigits(time.getMinutes())}`
}

/** The opposite. @returns null for an empty field */
export const fromLocalTime = (text: string): string | null =>
  text === '' ? null : new Date(text).toISOString()
