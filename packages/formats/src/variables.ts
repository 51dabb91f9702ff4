/** One environment variable. Its key is its key in `Variables`. */
export type Variable = {
  readonly value: string
  /** 1 to 500 code points, of several lines. */
  readonly note?: string
  /** The day on which it is due to be replaced, `2027-01-31`. */
  readonly due?: string
  /** The id of the user who set `due`; known to the server only. */
  readonly dueSetBy?: number
}

/** What the wire holds of a variable besides its value. */
export type Details = { readonly note: string | null; readonly due: string | null }

/** The variables of an environment by key, in their order. */
export type Variables = ReadonlyMap<string, Variable>

/** Variables from their records on the wire: `{ KEY: 'value' }`, and `{ KEY: { note, due } }`. */
export function toVariables(
  record: Readonly<Record<string, string>>,
  details: Readonly<Record<string, Details>> = {},
): Map<string, Variable> {
  const variables = new Map<string, Variable>(Object.entries(record).map(([key, value]) => [key, { value }]))
  for (const [key, { note, due }] of Object.entries(details)) {
    const variable = variables.get(key)
    if (variable)
      variables.set(key, { ...variable, ...(note !== null && { note }), ...(due !== null && { due }) })
  }
  return variables
}

/** The record of `variables` on the wire, `{ KEY: 'value' }`; it holds a `__proto__` like any other key. */
export function toRecord(variables: Variables): Record<string, string> {
  return Object.fromEntries(Array.from(variables, ([key, { value }]) => [key, value]))
}

/** The details on the wire, `{ KEY: { note, due } }`, of those variables that have any. */
export function toDetails(variables: Variables): Record<string, Details> {
  const detailed = [...variables].filter(([, { note, due }]) => note !== undefined || due !== undefined)
  return Object.fromEntries(detailed.map(([key, { note = null, due = null }]) => [key, { note, due }]))
}

/** Whether the values are the same; notes and due days are not compared. */
export function isSameVariable(left: Variable, right: Variable): boolean {
  return left.value === right.value
}

/** Whether value, note and due day are the same. */
export function isSameInDetail(left: Variable, right: Variable): boolean {
  return isSameVariable(left, right) && left.note === right.note && left.due === right.due
}

/** `variable` with the note and the due day of `detailed`, if it has none of its own. */
function keepDetails(detailed: Variable | undefined, variable: Variable): Variable {
  return { ...detailed, ...variable }
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

/** Names that choose variables. Without `only`, all variables are chosen. */
export type Choice = { only?: readonly string[] | undefined; except?: readonly string[] | undefined }

/**
 * The chosen variables, in their order: those of `only`, without those of `except`. `unknown` lists the names that
 * `variables` does not have.
 */
export function chooseVariables(
  variables: Variables,
  { only, except = [] }: Choice,
): { chosen: Map<string, Variable>; unknown: string[] } {
  const wanted = only && new Set(only)
  const left = new Set(except)
  const chosen = new Map([...variables].filter(([key]) => (wanted?.has(key) ?? true) && !left.has(key)))
  const unknown = [...new Set([...(only ?? []), ...except])].filter((key) => !variables.has(key))
  return { chosen, unknown }
}

/** `given` alone. Notes and due days that a given variable does not have stay as they are in `variables`. */
export function replaceVariables(variables: Variables, given: Variables): Map<string, Variable> {
  return new Map(Array.from(given, ([key, one]) => [key, keepDetails(variables.get(key), one)]))
}

/** `variables` with those of `given` on top. Fields that a given variable does not have stay as they are. */
export function mergeVariables(variables: Variables, given: Variables): Map<string, Variable> {
  const merged = new Map(variables)
  for (const [key, variable] of given) merged.set(key, keepDetails(variables.get(key), variable))
  return merged
}
