import { isSameVariable, mergeVariables, pickVariables, type Variable, type Variables } from './variables.ts'

/** What copying does to one target. Names only, sorted by code unit, so that it can be shown. */
export interface CopyPlan {
  /** Keys that the target lacks. */
  readonly added: readonly string[]
  /** Keys that the target has with another value. */
  readonly replaced: readonly string[]
  /** Keys that the target has already as they are copied. */
  readonly same: readonly string[]
}

/** Whether a copy replaces what a target has under the same key, or skips it. */
export type OnExisting = 'skip' | 'replace'

/** Plans copying these keys of `source` to `target`. Keys that `source` lacks are left out. */
export function planCopy(source: Variables, target: Variables, keys: Iterable<string>): CopyPlan {
  const plan = { added: [] as string[], replaced: [] as string[], same: [] as string[] }
  for (const key of [...new Set(keys)].sort()) {
    const [from, to] = [source.get(key), target.get(key)]
    if (from === undefined) continue
    if (to === undefined) plan.added.push(key)
    else (isSameVariable(from, to) ? plan.same : plan.replaced).push(key)
  }
  return plan
}

/** The keys that a copy writes to a target. */
export const copiedKeys = ({ added, replaced }: CopyPlan, onExisting: OnExisting): string[] =>
  onExisting === 'replace' ? [...added, ...replaced].sort() : [...added]

/**
 * The keys that a move may delete from its source: those that every target has afterwards. A key that one target skips
 * stays in the source, because its value would be nowhere else.
 */
export function movedKeys(plans: readonly CopyPlan[], onExisting: OnExisting): string[] {
  const [first] = plans
  if (!first) return []
  const skipped = new Set(onExisting === 'skip' ? plans.flatMap(({ replaced }) => replaced) : [])
  return [...first.added, ...first.replaced, ...first.same].filter((key) => !skipped.has(key)).sort()
}

/** What is copied of a variable: its value and its note. A due day belongs to the value of one environment. */
export function copiedVariables(source: Variables, keys: Iterable<string>): Map<string, Variable> {
  const copied = new Map<string, Variable>()
  for (const [key, { value, note }] of pickVariables(source, keys))
    copied.set(key, note === undefined ? { value } : { value, note })
  return copied
}

/** `target` with these keys of `source` on top. A note of the target stays where the source has none. */
export const copyVariables = (source: Variables, target: Variables, keys: Iterable<string>): Variables =>
  mergeVariables(target, copiedVariables(source, keys))

/** The notes of variables on the wire, as a change of nothing else. */
export const notesOf = (variables: Variables): Record<string, { note: string }> =>
  Object.fromEntries(
    [...variables].flatMap(([key, { note }]) => (note === undefined ? [] : [[key, { note }]])),
  )

const utf8 = new TextEncoder()

/** The size of variables in bytes of UTF-8, as environments are limited: names, values and notes. */
export function sizeOf(variables: Variables): number {
  let bytes = 0
  for (const [key, { value, note = '' }] of variables)
    bytes += key.length + utf8.encode(value).length + utf8.encode(note).length
  return bytes
}
