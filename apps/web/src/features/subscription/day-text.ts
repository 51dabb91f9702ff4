const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })
const utcDay = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })

/** 'Dec 22, 2026', where the reader is. */
export const dayText = (time: string): string => day.format(new Date(time))

/** 'Dec 1', in UTC. */
export const utcDayText = (time: Date): string => utcDay.format(time)
