import type { VariableField } from './field.ts'

const notDay = 'Must be a day such as 2027-01-31'

/** Whether a text is a day of the Gregorian calendar, `2027-01-31`. */
function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  // A day that its month does not have becomes one of the next month, or no date at all.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
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
