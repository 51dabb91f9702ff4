import {
  Copy,
  CopyPlus,
  Eye,
  FolderInput,
  History,
  ListChecks,
  type LucideIcon,
  Pencil,
  Trash2,
  Undo2,
} from 'lucide-react'
import { commandKey } from '../../../ui/text/kbd.tsx'

interface RowCommand {
  readonly icon: LucideIcon
  /** On its button and in menus. */
  readonly label: string
  /** It changes something, so it can be blocked. */
  readonly changes?: true
  /** The keys that run it in the table, and on a value beside others; as `KeyboardEvent.key`, the main one first. */
  readonly table?: readonly string[]
  readonly values?: readonly string[]
}

/** What a row or a cell can do. Keys, buttons, menus and help follow from this list. */
const list = {
  toggle: { icon: Eye, label: 'Reveal', table: ['Enter', ' '], values: [' '] },
  edit: { icon: Pencil, label: 'Edit', changes: true, table: ['e'], values: ['Enter', 'e', 'F2'] },
  copy: { icon: Copy, label: 'Copy value', table: ['c'], values: ['c'] },
  remove: {
    icon: Trash2,
    label: 'Delete',
    changes: true,
    table: ['Delete'],
    values: ['Delete', 'Backspace'],
  },
  select: { icon: ListChecks, label: 'Select', table: ['x'] },
  history: { icon: History, label: 'History', table: ['h'] },
  copyTo: { icon: CopyPlus, label: 'Copy to…', changes: true },
  moveTo: { icon: FolderInput, label: 'Move to…', changes: true },
  revert: { icon: Undo2, label: 'Undo this change', values: ['u'] },
} as const satisfies Readonly<Record<string, RowCommand>>

export type Command = keyof typeof list
export const commands: Readonly<Record<Command, RowCommand>> = list

/** The commands by their keys. */
export const commandsByKey = (where: 'table' | 'values'): ReadonlyMap<string, Command> =>
  new Map(
    (Object.keys(list) as Command[]).flatMap((name) =>
      (commands[name][where] ?? []).map((key) => [key, name] as const),
    ),
  )

/** What a key does, for the list of shortcuts and, in few words, for the line below the rows. */
export interface KeyHelp {
  readonly keys: readonly string[]
  readonly does: string
  readonly hint?: string | undefined
  readonly changes?: boolean | undefined
}

const keyNames: Readonly<Record<string, string>> = { ' ': 'Space' }

const keyOf = (where: 'table' | 'values') => (command: Command, does: string, hint?: string) => {
  const [key = ''] = commands[command][where] ?? []
  return {
    keys: [keyNames[key] ?? key.replace(/^[a-z]$/, key.toUpperCase())],
    does,
    hint,
    changes: commands[command].changes,
  }
}
const inTable = keyOf('table')
const onValue = keyOf('values')
const vertical = ['↑', '↓'] as const
const sideways = ['←', '→'] as const

export const keyHelp: Readonly<Record<'table' | 'grid' | 'compare', readonly KeyHelp[]>> = {
  table: [
    { keys: vertical, does: 'Move through the rows', hint: 'move' },
    inTable('toggle', 'Reveal the value, or hide it', 'reveal'),
    inTable('copy', 'Copy the value, without showing it', 'copy'),
    inTable('edit', 'Edit', 'edit'),
    { keys: ['N'], does: 'Add a variable', hint: 'new', changes: true },
    inTable('history', 'History of the variable'),
    { keys: sideways, does: 'Fold and unfold keys with the same first words' },
    inTable('select', 'Select the row'),
    { keys: ['Shift', '↓'], does: 'Extend the selection' },
    inTable('remove', 'Delete the row, or all that are selected'),
    { keys: ['Shift', 'F10'], does: 'Open the menu of the row' },
  ],
  grid: [
    {
      keys: [...vertical, ...sideways],
      does: 'Move from cell to cell, and up to the menu of the column',
      hint: 'move',
    },
    onValue('edit', 'Edit, or accept the edit; typing replaces the value', 'edit'),
    { keys: ['Tab'], does: 'Accept the edit and go to the next environment' },
    { keys: ['Shift', 'Enter'], does: 'Insert a line break' },
    onValue('toggle', 'Reveal the value, or hide it', 'reveal'),
    { keys: [`${commandKey}C`], does: 'Copy the value, without showing it' },
    { keys: [`${commandKey}V`], does: 'Paste into the cell' },
    onValue('remove', 'Remove the key from the environment'),
    { keys: [`${commandKey}Z`], does: 'Undo the change of the cell' },
  ],
  compare: [
    onValue('toggle', 'Reveal both values of a key, or hide them', 'reveal both'),
    {
      keys: ['Shift', ...sideways],
      does: 'Copy the value over, to the left or right',
      hint: 'copy over',
      changes: true,
    },
    { keys: ['S'], does: 'Swap the environments, on a key' },
    { keys: ['Esc'], does: 'Close the comparison' },
  ],
}
