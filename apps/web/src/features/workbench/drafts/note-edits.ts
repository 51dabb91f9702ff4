import type { Variable, Variables } from '@envhold/formats/variables.ts'
import { type Edits, storedValue } from './edits.ts'

/** Unsaved notes of an environment: a text for each key, null to remove the note. */
export type NoteEdits = ReadonlyMap<string, string | null>

export const noNoteEdits: NoteEdits = new Map()

const storedNote = (variables: Variables, key: string): string | null => variables.get(key)?.note ?? null

/** The edits that turn the notes of `base` into those of `after`. A variable that is gone has none to edit. */
export function noteEditsBetween(base: Variables, after: Variables): NoteEdits {
  const notes = new Map<string, string | null>()
  for (const [key, { note = null }] of after) if (storedNote(base, key) !== note) notes.set(key, note)
  return notes
}

/** `variables` with these notes. Keys without a variable are left out. */
export function applyNoteEdits(variables: Variables, notes: NoteEdits): Map<string, Variable> {
  const after = new Map(variables)
  for (const [key, note] of notes) {
    const variable = after.get(key)
    if (!variable) continue
    const { note: _, ...rest } = variable
    after.set(key, note === null ? rest : { ...rest, note })
  }
  return after
}

export interface RebasedNotes {
  readonly notes: NoteEdits
  /** Values that are written again, because their variable was removed meanwhile. */
  readonly edits: Edits
  /** Keys whose notes both changed, to different texts, and keys that were removed meanwhile. */
  readonly conflicts: readonly string[]
}

/** Rebases notes from `base` onto `now`, beside the `edits` of values. Without the base, all of them conflict. */
export function rebaseNoteEdits(
  notes: NoteEdits,
  edits: Edits,
  base: Variables | null,
  now: Variables,
): RebasedNotes {
  const left = new Map([...notes].filter(([key, note]) => storedNote(now, key) !== note))
  const again = new Map<string, string>()
  for (const key of notes.keys()) {
    const value = base && storedValue(base, key)
    if (now.has(key) || edits.has(key)) continue
    if (value === null) left.delete(key)
    else again.set(key, value)
  }
  const isOvertaken = (key: string) =>
    !base || again.has(key) || (now.has(key) && storedNote(now, key) !== storedNote(base, key))
  return { notes: left, edits: again, conflicts: [...left.keys()].filter(isOvertaken) }
}
