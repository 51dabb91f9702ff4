import type { Flag, Setting } from '@envhold/command/command.ts'
import type { DetailName } from '@envhold/formats/fields/every-field.ts'
import { dueText } from './due-text.ts'

/** The options of `envhold set` for each detail of a variable. */
export const setOptions = {
  note: { type: 'string', value: 'TEXT', help: 'The note of the variable' },
  'no-note': { type: 'boolean', help: 'Remove the note' },
  due: { type: 'string', value: 'DATE', help: 'The day on which to replace it, such as 2027-01-31' },
  'no-due': { type: 'boolean', help: 'Remove the due day' },
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
