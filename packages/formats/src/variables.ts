import {
  type Details,
  type DetailsPatch,
  detailNames,
  fieldNames,
  fieldOf,
  type Variable,
} from './fields/every-field.ts'

export type { Details, DetailsPatch, Variable } from './fields/every-field.ts'

/** The variables of an environment by key, in their order. */
export type Variables = ReadonlyMap<string, Variable>

type Writable<T> = { -readonly [Key in keyof T]: T[Key] }

/** Variables from their records on the wire: `{ KEY: 'value' }`, and `{ KEY: { note, due } }`. */
export function toVariables(
  record: Readonly<Record<string, string>>,
  details: Readonly<Record<string, DetailsPatch>> = {},
): Map<string, Variable> {
  const variables = new Map<string, Variable>(Object.entries(record).map(([key, value]) => [key, { value }]))
  for (const [key, detailed] of Object.entries(details)) {
    const variable: Writable<Variable> | undefined = variables.get(key)
    if (!variable) continue
    for (const name of detailNames) {
      const text = detailed[name]
      if (text !== null && text !== undefined) variable[name] = text
    }
  }
  return variables
}

/** The record of `variables` on the wire, `{ KEY: 'value' }`; it holds a `__proto__` like any other key. */
export function toRecord(variables: Variables): Record<string, string> {
  return Object.fromEntries(Array.from(variables, ([key, { value }]) => [key, value]))
}

/** The details on the wire, `{ KEY: { note, due } }`, of those variables that have any. */
export function toDetails(variables: Variables): Record<string, Details> {
  const detailed = [...variables].filter(([, variable]) => hasDetails(variable))
  return Object.fromEntries(detailed.map(([key, variable]) => [key, detailsOf(variable)]))
}

/** Whether a variable has more than a value. */
export const hasDetails = (variable: Variable): boolean =>
  detailNames.some((name) => variable[name] !== undefined)

/** The details of a variable as the wire has them: null for each that it lacks, or without a variable. */
export function detailsOf(variable: Variable | undefined): Details {
  const details: Partial<Writable<Details>> = {}
  for (const name of detailNames) details[name] = variable?.[name] ?? null
  return details as Details
}

/** Whether the values are the same; no other field is compared. */
export const isSameVariable = (left: Variable, right: Variable): boolean => left.value === right.value

/** Whether all fields are the same. Who set them is not compared. */
export const isSameInDetail = (left: Variable, right: Variable): boolean =>
  fieldNames.every((name) => left[name] === right[name])

/**
 * `variable` with changed details: what is absent stays; null or an empty text removes it. A field that stays the same
 * keeps the user who set it; one that changes was set by `userId`.
 */
export function patchDetails(variable: Variable, patch: DetailsPatch, userId?: number): Variable {
  const patched: Writable<Variable> = { value: variable.value }
  for (const name of detailNames) {
    const { sealed, wire } = fieldOf(name)
    const old = variable[name]
    const value = patch[name]
    const text = value === undefined ? old : wire.normalise(value ?? '')
    if (!text) continue
    patched[name] = text
    if (!sealed.setBy) continue
    const { property } = sealed.setBy
    const by = (text === old ? variable[property] : undefined) ?? userId
    if (by !== undefined) patched[property] = by
  }
  return patched
}

/** Why the API rejects the fields of a variable: a sentence for each rule that they break. */
export const fieldProblems = (variable: Variable): string[] =>
  fieldNames.flatMap((name) => fieldOf(name).wire.problems(variable[name] ?? ''))

/** `variable` with those details of `detailed` that it has not itself. */
function withDetailsOf(detailed: Variable | undefined, variable: Variable): Variable {
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
  const picked = only && new Set(only)
  const left = new Set(except)
  const chosen = new Map([...variables].filter(([key]) => (picked?.has(key) ?? true) && !left.has(key)))
  const unknown = [...new Set([...(only ?? []), ...except])].filter((key) => !variables.has(key))
  return { chosen, unknown }
}

/** `changes` alone. Details that they do not have stay as they are in `variables`. */
export function replaceVariables(variables: Variables, changes: Variables): Map<string, Variable> {
  return new Map(Array.from(changes, ([key, one]) => [key, withDetailsOf(variables.get(key), one)]))
}

/** `variables` with `changes` on top. Fields that a change does not have stay as they are. */
export function mergeVariables(variables: Variables, changes: Variables): Map<string, Variable> {
  const merged = new Map(variables)
  for (const [key, variable] of changes) merged.set(key, withDetailsOf(variables.get(key), variable))
  return merged
}

/** Whether variables that are not given stay or are removed. */
export type WriteMode = 'merge' | 'replace'

/** The variables of an environment after `changes` are written into it. Details that they do not have stay. */
export const combineVariables = (
  variables: Variables,
  changes: Variables,
  mode: WriteMode,
): Map<string, Variable> =>
  mode === 'replace' ? replaceVariables(variables, changes) : mergeVariables(variables, changes)

const utf8 = new TextEncoder()

/** The size of variables in bytes of UTF-8, as environments are limited: names, and the fields that count. */
export function sizeOf(variables: Variables): number {
  const counted = fieldNames.filter((name) => fieldOf(name).isCounted)
  let bytes = 0
  for (const [key, variable] of variables) {
    bytes += key.length
    for (const name of counted) {
      const text = variable[name]
      if (text !== undefined) bytes += utf8.encode(text).length
    }
  }
  return bytes
}
