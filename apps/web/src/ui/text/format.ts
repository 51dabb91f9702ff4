/** '1,200', '1,200 projects', '1 entry', '2 entries': as the contract's function of this name, which `ui` cannot import. */
export function formatCount(count: number, singular?: string, plural = `${singular}s`): string {
  const figure = count.toLocaleString('en-US')
  return singular === undefined ? figure : `${figure} ${count === 1 ? singular : plural}`
}

/** An amount in its currency's minor unit, as invoices state it: '$50.00', '¥500'. */
export function formatAmount(amount: number, currency: string): string {
  try {
    const format = new Intl.NumberFormat('en-US', { style: 'currency', currency })
    return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
  } catch {
    // Not a currency code: the number alone would mislead, so it keeps the unit that it came in.
    return `${formatCount(amount)} ${currency} (minor unit)`
  }
}

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })
const utcDay = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })

/** 'Dec 22, 2026', where the reader is. */
export const formatDay = (time: string | Date): string => day.format(new Date(time))

/** 'Dec 1', in UTC. */
export const formatUtcDay = (time: Date): string => utcDay.format(time)
