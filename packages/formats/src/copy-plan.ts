import { fieldNames, fieldOf, type Variable } from './fields/every-field.ts'
import { isSameInDetail, mergeVariables, pickVariables, type Variables } from './variables.ts'

/** What copying does to one target. Names only, sorted by code unit, so that it can be shown. */
export interface CopyPlan {
  /** Keys that the target lacks. */
  readonly added: readonly string[]
  /** Keys that the target has with another value or note. */
  readonly replaced: readonly string[]
  /** Keys that the target has with the same value, but without the note. */
  readonly completed: readonly string[]
  /** Keys that the target has already as they are copied. */
  readonly same: readonly string[]
}

/** Whether a copy replaces what a target has under the same key, or skips it. */
export type OnExisting = 'skip' | 'replace'

/** Plans copying these keys of `source` to `target`. Keys that `source` lacks are left out. */
export function planCopy(source: Variables, target: Variables, keys: Iterable<string>): CopyPlan {
  const plan: Record<keyof CopyPlan, string[]> = { added: [], replaced: [], completed: [], same: [] }
  for (const key of [...new Set(keys)].sort()) {
    const [from, to] = [source.get(key), target.get(key)]
    if (from === undefined) continue
    plan[to === undefined ? 'added' : groupOf(copied(from), to)].push(key)
  }
  return plan
}

function groupOf(from: Variable, to: Variable): Exclude<keyof CopyPlan, 'added'> {
  if (isSameInDetail({ ...to, ...from }, to)) return 'same'
  return isSameInDetail({ ...to, ...from }, { ...from, ...to }) ? 'completed' : 'replaced'
}

/** The keys that a copy writes to a target. */
export const copiedKeys = ({ added, replaced, completed }: CopyPlan, onExisting: OnExisting): string[] =>
  [...added, ...completed, ...(onExisting === 'replace' ? replaced : [])].sort()

/**
 * The keys that a move may delete from its source: those that every target has afterwards. A key that one target skips
 * stays in the source, because its value or note would be nowhere else.
 */
export function movedKeys(plans: readonly CopyPlan[], onExisting: OnExisting): string[] {
  const [first] = plans
  if (!first) return []
  const skipped = new Set(onExisting === 'skip' ? plans.flatMap(({ replaced }) => replaced) : [])
  return Object.values(first)
    .flat()
    .filter((key) => !skipped.has(key))
    .sort()
}

/** The fields that are copied of a variable. */
function copied(variable: Variable): Variable {
  const names = fieldNames.filter((name) => fieldOf(name).isCopied && variable[name] !== undefined)
  return { value: variable.value, ...Object.fromEntries(names.map((name) => [name, variable[name]])) }
}

/** `target` with these keys of `source` on top. A detail of the target stays where the source has none to copy. */
export const copyVariables = (source: Variables, target: Variables, keys: Iterable<string>): Variables =>
  mergeVariables(target, new Map(Array.from(pickVariables(source, keys), ([key, one]) => [key, copied(one)])))
