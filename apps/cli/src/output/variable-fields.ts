import type { Flag, Setting } from '@envhold/command/command.ts'
import { closestWord } from '@envhold/command/parse-args.ts'
import { sanitize } from '@envhold/command/sanitize.ts'
import { UserError } from '@envhold/command/user-error.ts'
import { formatCount } from '@envhold/contract/format-count.ts'
import type { DetailName } from '@envhold/formats/fields/every-field.ts'
import { nameList } from './changes.ts'

const dayMs = 86_400_000

/** Whole days from today, in local time, until a day such as `2027-01-31`; negative if it is past. */
export function daysUntil(due: string, now: Date): number {
  const today = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate())
  return Math.round((Date.parse(`${due}T00:00:00Z`) - today) / dayMs)
}

/** `2027-01-31, in 3 days`. */
export function dueText(due: string, now: Date): string {
  const days = daysUntil(due, now)
  if (days === 0) return `${due}, today`
  return days > 0 ? `${due}, in ${formatCount(days, 'day')}` : `${due}, ${formatCount(-days, 'day')} overdue`
}

/** The options of `envhold set` for each detail of a variable. */
export const setOptions = {
  note: { type: 'string', value: 'TEXT', help: 'The note of the variable' },
  'no-note': { type: 'boolean', help: 'Remove the note' },
  due: { type: 'string', value: 'DATE', help: 'The day on which to replace it, such as 2027-01-31' },
  'no-due': { type: 'boolean', help: 'Remove the due date' },
} as const satisfies Record<DetailName, Setting> & Record<`no-${DetailName}`, Flag>

/** The options of `envhold variables` that show details. */
export const listOptions = {
  notes: { type: 'boolean', help: 'Show notes' },
  due: { type: 'boolean', help: 'Show only what is overdue or due within 30 days' },
} as const satisfies Record<string, Flag>

interface Column {
  /** The option that shows it. */
  readonly option: keyof typeof listOptions
  readonly title: string
  readonly cell: (text: string, now: Date) => string
}

/** The columns of `envhold variables`, from left to right. */
export const columns: Readonly<Record<DetailName, Column>> = {
  due: { option: 'due', title: 'DUE', cell: dueText },
  note: { option: 'notes', title: 'NOTE', cell: (note) => note.replaceAll(/\n+/g, ' ') },
}

export const unknownVersion = (version: number, place: string) =>
  new UserError(`${place} has no version ${version}.`, 'To list them: envhold history', 'NOT_FOUND')

/** Keys that `place` does not have. @param known the keys that it has */
export const unknownVariables = (keys: readonly string[], known: readonly string[], place: string) => {
  const guess = closestWord(keys[0] ?? '', known)
  return new UserError(
    `${place} has no variable ${nameList(keys)}.`,
    guess ? `Did you mean ${sanitize(guess)}?` : 'Names are case-sensitive.',
    'NO_VARIABLE',
  )
}
