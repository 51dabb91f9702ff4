import type { Environment } from '@envhold/contract/environments/environments.ts'
import { limits } from '@envhold/contract/limits.ts'
import {
  type CopyPlan,
  copiedKeys,
  copyVariables,
  type OnExisting,
  planCopy,
} from '@envhold/formats/copy-plan.ts'
import { sizeOf, type Variables } from '@envhold/formats/variables.ts'
import { useQueries } from '@tanstack/react-query'
import { errorText } from '../../../connection/api/error-text.ts'
import { useConnection } from '../../../connection/use-connection.ts'
import { formatCount } from '../../../ui/text/format.ts'
import { protectedLast } from '../../projects/protected-last.ts'
import { type ReadVariables, variablesQuery } from '../data/variable-queries.ts'

/** A chosen environment: what a copy does to it, once it was read. */
export interface CopyTarget {
  readonly environment: Environment
  readonly read: ReadVariables | undefined
  readonly plan: CopyPlan | undefined
  /** The keys that are written. */
  readonly keys: readonly string[]
  /** Why nothing can be copied to it. */
  readonly problem: string | undefined
  /** Reads it again, after reading failed. */
  readonly retry: (() => void) | undefined
}

/** The order in which they are written. */
export const protectedTargetsLast = (targets: readonly CopyTarget[]): CopyTarget[] =>
  targets.toSorted((a, b) => protectedLast(a.environment, b.environment))

interface CopyRequest {
  readonly source: Variables
  readonly keys: readonly string[]
  readonly onExisting: OnExisting
}

const tooMuch = (after: Variables): string | undefined => {
  if (after.size > limits.environmentVariables)
    return `It would have ${formatCount(after.size)} variables; the limit is 2,000.`
  return sizeOf(after) > limits.environmentBytes ? 'It would hold more than 1 MiB.' : undefined
}

function planTarget({ source, keys, onExisting }: CopyRequest, variables: Variables) {
  const plan = planCopy(source, variables, keys)
  const written = copiedKeys(plan, onExisting)
  return { plan, keys: written, problem: tooMuch(copyVariables(source, variables, written)) }
}

/** Reads the chosen environments, and plans the copy to each. */
export function useCopyTargets(chosen: readonly Environment[], wanted: CopyRequest): CopyTarget[] {
  const connection = useConnection()
  const reads = useQueries({ queries: chosen.map(({ id }) => variablesQuery(connection, id)) })
  return chosen.map((environment, at): CopyTarget => {
    const result = reads[at]
    const read = result?.data
    if (!read)
      return {
        environment,
        read: undefined,
        plan: undefined,
        keys: [],
        problem: result?.error ? errorText(result.error) : undefined,
        retry: result?.error ? () => void result.refetch() : undefined,
      }
    return { environment: read.environment, read, retry: undefined, ...planTarget(wanted, read.variables) }
  })
}
