import { type Difference, difference, touchedDetails } from '@envhold/formats/difference.ts'
import { type DetailName, type DetailsPatch, detailNames } from '@envhold/formats/fields/every-field.ts'
import { detailsOf, patchDetails, type Variable, type Variables } from '@envhold/formats/variables.ts'

/** Unsaved edits of an environment: a value for each key, null to remove it. */
export type Edits = ReadonlyMap<string, string | null>

export const noEdits: Edits = new Map()

/** The value of a key, as an edit would set it; null without such a variable. */
export const storedValue = (variables: Variables, key: string): string | null =>
  variables.get(key)?.value ?? null

/** Adds an edit; a value equal to the current one is no edit. */
export function withEdit(edits: Edits, base: Variables, key: string, value: string | null): Edits {
  const next = new Map(edits)
  if (storedValue(base, key) === value) next.delete(key)
  else next.set(key, value)
  return next
}

export function applyEdits(base: Variables, edits: Edits): Map<string, Variable> {
  const after = new Map(base)
  for (const [key, value] of edits) {
    if (value === null) after.delete(key)
    else after.set(key, { ...base.get(key), value })
  }
  return after
}

/** The edits that turn `base` into `after`. */
export function editsBetween(base: Variables, after: Variables): Edits {
  const edits = new Map<string, string | null>()
  for (const [key, { value }] of after) if (storedValue(base, key) !== value) edits.set(key, value)
  for (const key of base.keys()) if (!after.has(key)) edits.set(key, null)
  return edits
}

/** The edits grouped by kind, names only. `detailed` are keys whose details change. */
export function changesIn(edits: Edits, base: Variables, detailed: Iterable<string> = []): Difference {
  const changes: Difference = { added: [], changed: [], removed: [], unchanged: [] }
  for (const key of [...new Set([...edits.keys(), ...detailed])].sort()) {
    if (edits.get(key) === null) changes.removed.push(key)
    else (base.has(key) ? changes.changed : changes.added).push(key)
  }
  return changes
}

/** Unsaved details of an environment, such as notes: for each key those that change, null for one that is removed. */
export type DetailEdits = ReadonlyMap<string, DetailsPatch>

export const noDetailEdits: DetailEdits = new Map()

/** Whether an edit sets this detail of a variable to another text. */
const isSet = (edit: DetailsPatch, name: DetailName, variable: Variable | undefined): boolean =>
  edit[name] !== undefined && edit[name] !== detailsOf(variable)[name]

/** The edits that turn the details of `base` into those of `after`. A variable that is gone has none to edit. */
export function detailEditsBetween(base: Variables, after: Variables): DetailEdits {
  const edits = Array.from(after, ([key, one]) => [key, touchedDetails(base.get(key), one)] as const)
  return new Map(edits.filter(([, edit]) => Object.keys(edit).length > 0))
}

/** `variables` with these details. Keys without a variable are left out. */
export function applyDetailEdits(variables: Variables, edits: DetailEdits): Map<string, Variable> {
  const after = new Map(variables)
  for (const [key, edit] of edits) {
    const variable = after.get(key)
    if (variable) after.set(key, patchDetails(variable, edit))
  }
  return after
}

interface RebasedDetails {
  readonly details: DetailEdits
  /** Values that are written again, because their variable was removed meanwhile. */
  readonly edits: Edits
  /** Keys of which both changed the same detail, to different texts, and keys that were removed meanwhile. */
  readonly conflicts: readonly string[]
}

/** Rebases details from `base` onto `now`, beside the `edits` of values. Without the base, all of them conflict. */
function rebaseDetailEdits(
  details: DetailEdits,
  edits: Edits,
  base: Variables | null,
  now: Variables,
): RebasedDetails {
  const left = new Map(
    [...details].filter(([key, edit]) => detailNames.some((name) => isSet(edit, name, now.get(key)))),
  )
  const again = new Map<string, string>()
  for (const key of details.keys()) {
    const value = base && storedValue(base, key)
    if (now.has(key) || edits.has(key)) continue
    if (value === null) left.delete(key)
    else again.set(key, value)
  }
  const isChanged = (key: string, edit: DetailsPatch) =>
    detailNames.some(
      (name) => isSet(edit, name, now.get(key)) && now.get(key)?.[name] !== base?.get(key)?.[name],
    )
  const isOvertaken = ([key, edit]: readonly [string, DetailsPatch]) =>
    !base || again.has(key) || (now.has(key) && isChanged(key, edit))
  return { details: left, edits: again, conflicts: [...left].filter(isOvertaken).map(([key]) => key) }
}

export interface Rebased {
  /** The other user's changes; null if the history no longer has them. */
  readonly theirs: Difference | null
  /** Keys that both changed, to different values. */
  readonly conflicts: readonly string[]
  /** The edits that still change something. */
  readonly edits: Edits
  readonly details: DetailEdits
}

/**
 * Rebases edits from `base` onto `now`. Without the base, which the history may have dropped, every edit counts as a
 * conflict.
 */
export function rebaseEdits(
  edits: Edits,
  base: Variables | null,
  now: Variables,
  detailEdits: DetailEdits = noDetailEdits,
): Rebased {
  const left = new Map([...edits].filter(([key, value]) => storedValue(now, key) !== value))
  const theirs = base && difference(base, now)
  const touched = theirs && new Set([...theirs.added, ...theirs.changed, ...theirs.removed])
  const values = [...left.keys()].filter((key) => !touched || touched.has(key))
  const { details, ...again } = rebaseDetailEdits(detailEdits, edits, base, now)
  const conflicts = [...new Set([...values, ...again.conflicts])].sort()
  return { theirs, conflicts, edits: new Map([...left, ...again.edits]), details }
}

/** The edits without those that the user dropped in favour of the other user's. */
export function withoutKeys<Edit>(
  edits: ReadonlyMap<string, Edit>,
  dropped: ReadonlySet<string>,
): ReadonlyMap<string, Edit> {
  return new Map([...edits].filter(([key]) => !dropped.has(key)))
}

/** The shown text of an environment, and the version it is based on. */
export interface OpenedText {
  readonly version: number
  readonly base: Variables
  /** The text before editing. */
  readonly stored: string
  readonly text: string
  readonly leftOut: readonly string[]
}

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
