/** Names of the variables in each group, sorted by code unit. */
export type Difference = {
  added: string[]
  changed: string[]
  removed: string[]
  unchanged: string[]
}

/** The difference between `before` and `after`: names only, so that it can be shown and logged. */
export function difference(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): Difference {
  const result: Difference = { added: [], changed: [], removed: [], unchanged: [] }
  for (const key of [...new Set([...before.keys(), ...after.keys()])].sort()) {
    if (!before.has(key)) result.added.push(key)
    else if (!after.has(key)) result.removed.push(key)
    else if (before.get(key) === after.get(key)) result.unchanged.push(key)
    else result.changed.push(key)
  }
  return result
}
