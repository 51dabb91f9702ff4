import { sanitize } from '@envhold/command/sanitize.ts'
import { UserError } from '@envhold/command/user-error.ts'
import { formatCount } from '@envhold/contract/format-count.ts'
import type { OnExisting } from '@envhold/formats/copy-plan.ts'
import { askForName, confirm } from '../output/ask.ts'
import type { Output } from '../output/output.ts'
import type { PlannedTarget, ReadTarget } from './plan-copies.ts'
import type { ConfirmedNames, CopyResult, MoveResult } from './write-copies.ts'

const line = (sign: string, key: string, note = '') => `  ${sign} ${sanitize(key)}${note}`

/** What each environment would get. Names only. */
export function showPlans(
  output: Output,
  planned: readonly PlannedTarget[],
  onExisting: OnExisting | undefined,
): void {
  const { green, yellow, dim } = output.err
  const existing =
    onExisting === 'replace' ? '' : onExisting === 'skip' ? ' (skipped)' : ' (has another value or note)'
  for (const { target, plan } of planned) {
    const { added, replaced, completed, same } = plan
    const counts = [
      `${added.length} new`,
      `${replaced.length} with another value or note`,
      ...(completed.length > 0 ? [`${completed.length} without the note`] : []),
      `${same.length} equal`,
    ]
    output.info(`${target.label}: ${counts.join(', ')}`)
    for (const key of added) output.info(green(line('+', key)))
    for (const key of completed) output.info(green(line('+', key, ' (note)')))
    for (const key of replaced)
      output.info(onExisting === 'skip' ? dim(line('=', key, existing)) : yellow(line('~', key, existing)))
  }
}

interface Report {
  readonly source: ReadTarget
  readonly planned: readonly PlannedTarget[]
  /** Empty after a dry run. */
  readonly results: readonly CopyResult[]
  readonly move: MoveResult
}

const wire =
  ({ results }: Report) =>
  (planned: PlannedTarget) => {
    const result = results.find((result) => result.planned === planned)
    const { target, plan, version, keys } = planned
    return {
      environment: target.label,
      version: result?.version ?? version,
      written: result !== undefined && result.error === undefined && keys.length > 0,
      ...plan,
      ...(result?.error && { error: result.error.code }),
    }
  }

/** Whether a write may have succeeded: its answer was lost. */
const isUnknown = ({ code }: UserError) => code === 'UNREACHABLE'

/**
 * Says what became of each environment.
 * @returns the exit code
 * @throws UserError if one of them was not written
 */
export function reportCopies(output: Output, report: Report): number {
  const { source, planned, results, move } = report
  for (const { planned: each, version, error } of results) {
    if (error)
      output.info(
        `${each.target.label}: ${isUnknown(error) ? 'it is not known whether it was written' : 'not written'}. ${[error.message, error.hint].filter(Boolean).join(' ')}`,
      )
    else if (each.keys.length === 0)
      output.info(`${each.target.label}: nothing to write (version ${version}).`)
    else
      output.info(
        `${each.target.label}: ${formatCount(each.keys.length, 'variable')} copied (version ${version}).`,
      )
  }
  if (move.moved.length > 0)
    output.info(`${source.target.label}: ${formatCount(move.moved.length, 'variable')} deleted.`)
  if (output.json)
    output.result(
      { from: source.target.label, environments: planned.map(wire(report)), moved: move.moved },
      () => '',
    )
  const failed = results.filter(({ error }) => error !== undefined)
  if (move.error)
    throw new UserError(
      isUnknown(move.error)
        ? `All were copied. It is not known whether they were deleted from ${source.target.label}: ${move.error.message}`
        : `All were copied, but nothing was deleted from ${source.target.label}: ${move.error.message}`,
      move.error.hint,
      move.error.code,
    )
  if (failed.length > 0)
    throw new UserError(
      `${failed.length} of ${planned.length} environments were not written${failed.some(({ error }) => error && isUnknown(error)) ? ', or it is not known' : ''}.`,
      `${source.target.label} is unchanged. To write the others, repeat the command.`,
      'NOT_ALL_WRITTEN',
    )
  return 0
}

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
    .map(({ target, keys }) => `${formatCount(keys.length, 'variable')} to ${target.label}`)
    .join(', ')
  const deleted =
    moving.length > 0
      ? `${where ? ', then ' : ''}delete ${formatCount(moving.length, 'variable')} from ${source.target.label}`
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
  approval: CopyApproval,
  plans: Plans,
): Promise<ConfirmedNames | null> {
  const { source, planned, moving } = plans
  const names = new Map<ReadTarget, string | undefined>()
  const losses = [
    ...planned.map((read) => ({ read, replaced: replacedIn(read), deleted: 0 })),
    { read: source, replaced: 0, deleted: moving.length },
  ]
  if (planned.every(({ keys }) => keys.length === 0) && moving.length === 0) return names
  const isUnasked = approval.yes || approval.confirm.length > 0
  if (!(await confirm(output, isUnasked, question(plans)))) return null
  for (const { read, replaced, deleted } of losses) {
    const { name, protected: isProtected } = read.environment
    if (!isProtected || replaced + deleted === 0) continue
    const confirmed = approval.confirm.find((typed) => typed.toLowerCase() === name.toLowerCase())
    names.set(read, confirmed ?? (await askForName(output, { environment: name, replaced, deleted })))
  }
  return names
}
