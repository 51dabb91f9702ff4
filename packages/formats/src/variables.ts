/** One environment variable. Its key is its key in `Variables`. */
export type Variable = { readonly value: string }

/** The variables of an environment by key, in their order. */
export type Variables = ReadonlyMap<string, Variable>

/** Variables from their record on the wire, `{ KEY: 'value' }`. */
export function toVariables(record: Readonly<Record<string, string>>): Map<string, Variable> {
  return new Map(Object.entries(record).map(([key, value]) => [key, { value }]))
}

/** The record of `variables` on the wire, `{ KEY: 'value' }`; it holds a `__proto__` like any other key. */
export function toRecord(variables: Variables): Record<string, string> {
  return Object.fromEntries(Array.from(variables, ([key, { value }]) => [key, value]))
}

export function isSameVariable(left: Variable, right: Variable): boolean {
  return left.value === right.value
}

/** The variables of these keys, in the order of `keys`; keys without a variable are left out. */
export function pickVariables(variables: Variables, keys: Iterable<string>): Map<string, Variable> {
  const picked = new Map<string, Variable>()
  for (const key of keys) {
    const variable = variables.get(key)
    if (variable) picked.set(key, variable)
  }
  return picked
}

/** `variables` with those of `given` on top. Fields that a given variable does not have stay as they are. */
export function mergeVariables(variables: Variables, given: Variables): Map<string, Variable> {
  const merged = new Map(variables)
  for (const [key, variable] of given) merged.set(key, { ...variables.get(key), ...variable })
  return merged
}
