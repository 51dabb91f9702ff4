import { type Difference, difference, touchedDetails } from '@envhold/formats/difference.ts'
import { type DetailsPatch, fieldNames } from '@envhold/formats/fields/every-field.ts'
import { patchDetails, type Variable, type Variables } from '@envhold/formats/variables.ts'

/** What changes in a variable: an absent field stays, a detail that is null is removed. Null removes the variable. */
export type Edit = ({ readonly value?: string } & DetailsPatch) | null

/** Unsaved edits of an environment, by key. */
export type Edits = ReadonlyMap<string, Edit>

export const noEdits: Edits = new Map()

/** The value of a key, as an edit would set it; null without such a variable. */
export const storedValue = (variables: Variables, key: string): string | null =>
  variables.get(key)?.value ?? null

/** Edits a value, or removes the variable; a value equal to the current one is no edit. */
export function withEdit(edits: Edits, base: Variables, key: string, value: string | null): Edits {
  const next = new Map(edits)
  if (storedValue(base, key) === value) next.delete(key)
  else next.set(key, value === null ? null : { value })
  return next
}

export function applyEdits(base: Variables, edits: Edits): Map<string, Variable> {
  const after = new Map(base)
  for (const [key, edit] of edits) {
    const value = edit?.value ?? base.get(key)?.value
    if (edit === null) after.delete(key)
    else if (value !== undefined) after.set(key, patchDetails({ ...base.get(key), value }, edit))
  }
  return after
}

/** The edits that turn `base` into `after`. */
export function editsBetween(base: Variables, after: Variables): Edits {
  const edits = new Map<string, Edit>()
  for (const [key, variable] of after) {
    const { value } = variable
    const details = touchedDetails(base.get(key), variable)
    const edit = storedValue(base, key) === value ? details : { value, ...details }
    if (Object.keys(edit).length > 0) edits.set(key, edit)
  }
  for (const key of base.keys()) if (!after.has(key)) edits.set(key, null)
  return edits
}

/** The edits grouped by kind, names only. */
export function changesIn(edits: Edits, base: Variables): Difference {
  const changes: Difference = { added: [], changed: [], removed: [], unchanged: [] }
  for (const key of [...edits.keys()].sort()) {
    if (edits.get(key) === null) changes.removed.push(key)
    else (base.has(key) ? changes.changed : changes.added).push(key)
  }
  return changes
}

export interface Rebased {
  /** The other user's changes; null if the history no longer has them. */
  readonly theirs: Difference | null
  /** Keys of which both changed the same field, to different texts, and keys that were removed meanwhile. */
  readonly conflicts: readonly string[]
  /** The edits that still change something. */
  readonly edits: Edits
}

/**
 * What an edit still changes in a variable that is `now` so, and was `before` so; undefined if it changes nothing.
 * Where only details were edited, the value of a variable that was removed meanwhile is written again.
 */
function rebaseEdit(edit: Edit, before: Variable | undefined, now: Variable | undefined): Edit | undefined {
  if (edit === null) return now && null
  const left = fieldNames.filter(
    (name) => edit[name] !== undefined && (edit[name] ?? undefined) !== now?.[name],
  )
  if (left.length === 0) return undefined
  if (!now && edit.value === undefined) return before && { ...edit, value: before.value }
  return Object.fromEntries(left.map((name) => [name, edit[name]]))
}

/**
 * Rebases edits from `base` onto `now`. Without the base, which the history may have dropped, every edit counts as a
 * conflict.
 */
export function rebaseEdits(edits: Edits, base: Variables | null, now: Variables): Rebased {
  const left = new Map<string, Edit>()
  const conflicts: string[] = []
  for (const [key, edit] of edits) {
    const [was, is] = [base?.get(key), now.get(key)]
    const rebased = rebaseEdit(edit, was, is)
    if (rebased === undefined) continue
    left.set(key, rebased)
    const touched = rebased === null ? (['value'] as const) : fieldNames.filter((name) => name in rebased)
    if (!base || touched.some((name) => was?.[name] !== is?.[name])) conflicts.push(key)
  }
  return { theirs: base && difference(base, now), conflicts: conflicts.sort(), edits: left }
}

/** The edits without those that the user dropped in favour of the other user's. */
export const withoutKeys = (edits: Edits, dropped: ReadonlySet<string>): Edits =>
  new Map([...edits].filter(([key]) => !dropped.has(key)))

/** The shown text of an environment, and the version it is based on. */
export interface OpenedText {
  readonly version: number
  readonly base: Variables
  /** The text before editing. */
  readonly stored: string
  readonly text: string
  /** Keys whose value a `.env` text cannot represent exactly: they are left out and not changed. */
  readonly leftOut: readonly string[]
}

/** Whether something was typed in a shown text. */
export const isTextEdited = (opened: OpenedText | undefined): opened is OpenedText =>
  opened !== undefined && opened.text !== opened.stored

/** A text whose lines from the stored text are replaced by their numbers. */
export type PackedText = readonly (string | number)[]

/**
 * What is kept of an environment’s text while the vault is locked: the typed lines, and the positions of the stored
 * ones. It contains no stored values.
 */
export function packText(text: string, stored: string): PackedText {
  const numbers = new Map(stored.split('\n').map((line, number) => [line, number]))
  return text.split('\n').map((line) => numbers.get(line) ?? line)
}

export function unpackText(packed: PackedText, stored: string): string {
  const lines = stored.split('\n')
  return packed.map((line) => (typeof line === 'number' ? (lines[line] ?? '') : line)).join('\n')
}

/** The typed lines alone, where their places among the stored ones are lost. */
export const typedLines = (packed: PackedText): string =>
  packed.filter((line) => typeof line === 'string').join('\n')
