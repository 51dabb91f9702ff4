import { type DetailName, type DetailsPatch, detailNames } from './fields/every-field.ts'
import { isSameVariable, type Variable, type Variables } from './variables.ts'

/** Names of the variables in each group, sorted by code unit. */
export type Difference = {
  added: string[]
  changed: string[]
  removed: string[]
  unchanged: string[]
}

/**
 * The difference between `before` and `after`: names only, so that it can be shown and logged. Without `isSame`, only
 * values count.
 */
export function difference(
  before: Variables,
  after: Variables,
  isSame: (left: Variable, right: Variable) => boolean = isSameVariable,
): Difference {
  const result: Difference = { added: [], changed: [], removed: [], unchanged: [] }
  for (const key of [...new Set([...before.keys(), ...after.keys()])].sort()) {
    const [old, current] = [before.get(key), after.get(key)]
    if (old === undefined) result.added.push(key)
    else if (current === undefined) result.removed.push(key)
    else if (isSame(old, current)) result.unchanged.push(key)
    else result.changed.push(key)
  }
  return result
}

/** Names of the variables that both sides have with another note or due day, by detail, sorted by code unit. */
export function detailDifference(before: Variables, after: Variables): Record<DetailName, string[]> {
  const both = [...before.keys()].filter((key) => after.has(key)).sort()
  const differing = (name: DetailName) =>
    both.filter((key) => before.get(key)?.[name] !== after.get(key)?.[name])
  return Object.fromEntries(detailNames.map((name) => [name, differing(name)])) as Record<
    DetailName,
    string[]
  >
}

/** Which of the details `names` of `after` differ from those of `before`; null for one that is gone. */
export function touchedDetails(
  before: Variable | undefined,
  after: Variable,
  names: readonly DetailName[] = detailNames,
): DetailsPatch {
  const touched = names.filter((name) => before?.[name] !== after[name])
  return Object.fromEntries(touched.map((name) => [name, after[name] ?? null]))
}

/** What a write sends. */
type TouchedFields = {
  readonly mode: 'merge'
  readonly variables: Record<string, string>
  readonly details: Record<string, DetailsPatch>
  readonly remove: string[]
}

/**
 * What a write sends to turn `before` into `after`: the fields that differ, and nothing else. So no write can change a
 * value that nobody touched, not even by its line breaks.
 */
export function touchedFields(before: Variables, after: Variables): TouchedFields {
  const values: [string, string][] = []
  const details: [string, DetailsPatch][] = []
  for (const [key, variable] of after) {
    const old = before.get(key)
    if (old?.value !== variable.value) values.push([key, variable.value])
    const patch = touchedDetails(old, variable)
    if (Object.keys(patch).length > 0) details.push([key, patch])
  }
  return {
    mode: 'merge',
    variables: Object.fromEntries(values),
    details: Object.fromEntries(details),
    remove: [...before.keys()].filter((key) => !after.has(key)),
  }
}
