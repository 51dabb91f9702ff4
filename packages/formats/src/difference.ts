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
