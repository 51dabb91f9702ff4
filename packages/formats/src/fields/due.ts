import type { VariableField } from './field.ts'

const notDay = 'Must be a day such as 2027-01-31'

const daysOfMonths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** Whether a text is a day of the Gregorian calendar, `2027-01-31`. Thousands are checked in one response. */
function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const [year, month, day] = [Number(text.slice(0, 4)), Number(text.slice(5, 7)), Number(text.slice(8))]
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  return day >= 1 && day <= (month === 2 && isLeap ? 29 : (daysOfMonths[month - 1] ?? 0))
}

/**
 * The day on which the value is due to be replaced. It belongs to the value of one environment, so it is not copied.
 * Reminders go to the user who set it.
 */
export const due = {
  label: 'due day',
  sealed: { version: 2, accepts: isDay, setBy: { sealed: 'by', property: 'dueSetBy' } },
  wire: {
    schema: { type: 'string', format: 'date' },
    maxLength: 10,
    example: '2026-01-15',
    normalise: (text) => text,
    problems: (text) => (text === '' || isDay(text) ? [] : [notDay]),
    isReturned: isDay,
  },
  isCopied: false,
  isCounted: false,
} as const satisfies VariableField
