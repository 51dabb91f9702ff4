import { confirm } from '../output/ask.ts'
import { askForName } from '../output/ask-for-name.ts'
import { variableCount } from '../output/changes.ts'
import type { Output } from '../output/output.ts'
import type { PlannedTarget, ReadTarget } from './plan-copies.ts'
import type { ConfirmedNames } from './write-copies.ts'

interface Plans {
  readonly source: ReadTarget
  readonly planned: readonly PlannedTarget[]
  /** The keys that are deleted from the source. */
  readonly moving: readonly string[]
}

interface CopyApproval {
  readonly yes: boolean
  readonly confirm: readonly string[]
}

const replacedIn = ({ plan, keys }: PlannedTarget) => plan.replaced.filter((key) => keys.includes(key)).length

function question({ source, planned, moving }: Plans): string {
  const written = planned.filter(({ keys }) => keys.length > 0)
  const where = written
    .map(({ target, keys }) => `${variableCount(keys.length)} to ${target.label}`)
    .join(', ')
  const deleted =
    moving.length > 0
      ? `${where ? ', then ' : ''}delete ${variableCount(moving.length)} from ${source.target.label}`
      : ''
  return `${where ? `Copy ${where}` : ''}${deleted}?`.replace(/^delete/, 'Delete')
}

/**
 * Asks before anything is written: for the name of each protected environment in which something is lost, and once
 * for all others.
 * @returns the confirmed names; null if the answer is no
 */
export async function approveCopies(
  output: Output,
  given: CopyApproval,
  plans: Plans,
): Promise<ConfirmedNames | null> {
  const { source, planned, moving } = plans
  const names = new Map<ReadTarget, string | undefined>()
  const losses = [
    ...planned.map((read) => ({ read, replaced: replacedIn(read), deleted: 0 })),
    { read: source, replaced: 0, deleted: moving.length },
  ]
  if (planned.every(({ keys }) => keys.length === 0) && moving.length === 0) return names
  const isUnasked = given.yes || given.confirm.length > 0
  if (!(await confirm(output, isUnasked, question(plans)))) return null
  for (const { read, replaced, deleted } of losses) {
    const { name, protected: isProtected } = read.environment
    if (!isProtected || replaced + deleted === 0) continue
    const confirmed = given.confirm.find((each) => each.toLowerCase() === name.toLowerCase())
    names.set(read, confirmed ?? (await askForName(output, { environment: name, replaced, deleted })))
  }
  return names
}
