import { type DetailName, type DetailsPatch, detailNames, type Variable } from './fields/every-field.ts'
import type { Variables } from './variables.ts'

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
export type TouchedFields = {
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
