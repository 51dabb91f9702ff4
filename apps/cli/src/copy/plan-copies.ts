import { closestWord } from '@envhold/command/parse-args.ts'
import { sanitize } from '@envhold/command/sanitize.ts'
import { UserError } from '@envhold/command/user-error.ts'
import type { Environment } from '@envhold/contract/environments/environments.ts'
import { limits } from '@envhold/contract/limits.ts'
import { readVariables } from '@envhold/contract/variables/variables.ts'
import {
  type CopyPlan,
  copiedKeys,
  copyVariables,
  type OnExisting,
  planCopy,
} from '@envhold/formats/copy-plan.ts'
import { pickVariables, sizeOf, toVariables, type Variables } from '@envhold/formats/variables.ts'
import { nameList } from '../output/changes.ts'
import { withAccessHint } from '../remote/access-hint.ts'
import type { Target } from '../remote/choose-target.ts'
import type { Connection } from '../remote/client-for.ts'

/** An environment as it was read. */
export interface ReadTarget {
  readonly target: Target
  readonly environment: Environment
  readonly version: number
  readonly variables: Variables
}

/** What a copy does to one environment. */
export interface PlannedTarget extends ReadTarget {
  readonly plan: CopyPlan
  /** The keys that are written. */
  readonly keys: readonly string[]
}

export async function readTarget(connection: Connection, target: Target): Promise<ReadTarget> {
  const params = { id: target.environmentId }
  const { environment, version, variables, details } = await withAccessHint(
    connection,
    target,
    'read',
    connection.client.call(readVariables, { params }),
  )
  return { target, environment, version, variables: toVariables(variables, details) }
}

/** @throws UserError if the source lacks one of the keys */
export function requireKeys({ target, variables }: ReadTarget, keys: readonly string[]): void {
  const absent = keys.filter((key) => !variables.has(key))
  if (absent.length === 0) return
  const guess = closestWord(absent[0] ?? '', [...variables.keys()])
  throw new UserError(
    `${target.label} has no variable ${nameList(absent)}. Nothing was written.`,
    guess ? `Did you mean ${sanitize(guess)}?` : 'Names are case-sensitive.',
    'NO_VARIABLE',
  )
}

function requireFits({ target }: ReadTarget, after: Variables): void {
  const problem =
    after.size > limits.environmentVariables
      ? `${after.size.toLocaleString('en-US')} variables; the limit is 2,000`
      : sizeOf(after) > limits.environmentBytes
        ? 'more than 1 MiB'
        : undefined
  if (problem)
    throw new UserError(`${target.label} would have ${problem}. Nothing was written.`, '', 'LIMIT_REACHED')
}

/**
 * Plans a copy to each environment.
 * @param onExisting undefined if nobody has decided; then nothing is replaced
 * @throws UserError if one of them would exceed its limits
 */
export function planCopies(
  source: ReadTarget,
  targets: readonly ReadTarget[],
  keys: readonly string[],
  onExisting: OnExisting | undefined,
): PlannedTarget[] {
  const picked = pickVariables(source.variables, keys)
  return targets.map((read) => {
    const plan = planCopy(picked, read.variables, keys)
    const written = copiedKeys(plan, onExisting ?? 'skip')
    requireFits(read, copyVariables(picked, read.variables, written))
    return { ...read, plan, keys: written }
  })
}
