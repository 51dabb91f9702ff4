import type { Difference } from '@envhold/formats/difference.ts'
import type { Variable, Variables } from '@envhold/formats/variables.ts'

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
