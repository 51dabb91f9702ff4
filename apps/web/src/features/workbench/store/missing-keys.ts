import type { Variable, Variables } from '@envhold/formats/variables.ts'
import type { ReadEnvironment } from '../comparison/comparison.ts'

export interface KeyInOthers {
  readonly key: string
  /** The names of the environments that have it. */
  readonly environments: readonly string[]
  /** The first note that one of them has. */
  readonly note: string | undefined
}

/** Whether a key or its note contains what is searched for, in lower case. */
export const isFound = (key: string, variable: Variable | undefined, wanted: string): boolean =>
  key.toLowerCase().includes(wanted) || (variable?.note ?? '').toLowerCase().includes(wanted)

/** Keys of other environments that match a search and are missing in this one, sorted. */
export function findMissingKeys(
  search: string,
  variables: Variables,
  others: readonly ReadEnvironment[],
): KeyInOthers[] {
  const wanted = search.toLowerCase()
  if (wanted === '') return []
  const found = new Map<string, { environments: string[]; note: string | undefined }>()
  for (const { name, variables: its } of others)
    for (const [key, variable] of its) {
      if (variables.has(key) || !isFound(key, variable, wanted)) continue
      const before = found.get(key)
      before?.environments.push(name)
      const environments = before?.environments ?? [name]
      found.set(key, { environments, note: before?.note ?? variable.note })
    }
  return [...found].map(([key, rest]) => ({ key, ...rest })).sort((a, b) => (a.key < b.key ? -1 : 1))
}
