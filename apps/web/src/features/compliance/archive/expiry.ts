export type ExpiryTone = 'bad' | 'warn' | 'good'

const urgentDays = 3
const soonDays = 7

/** Red up to 3 days before the end, orange up to 7, green before. */
export const expiryTone = (days: number): ExpiryTone =>
  days <= urgentDays ? 'bad' : days <= soonDays ? 'warn' : 'good'

export const daysText = (days: number): string =>
  days === 0 ? 'Expired' : days === 1 ? '1 day left' : `${days} days left`
