import { ApiError } from '@envhold/client/api-error.ts'
import type { Environment } from '@envhold/contract/environments/environments.ts'
import { limits } from '@envhold/contract/limits.ts'
import {
  type CopyPlan,
  copiedKeys,
  copyVariables,
  movedKeys,
  type OnExisting,
  planCopy,
} from '@envhold/formats/copy-plan.ts'
import { touchedFields } from '@envhold/formats/difference.ts'
import { sizeOf, type Variables } from '@envhold/formats/variables.ts'
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { type ErrorTexts, errorText } from '../../../connection/api/error-text.ts'
import type { Connection } from '../../../connection/connection.ts'
import { isPromptCanceled } from '../../../connection/prompt-cancelled.ts'
import { useConnection } from '../../../connection/use-connection.ts'
import { formatCount } from '../../../ui/text/format.ts'
import { protectedLast } from '../../projects/protected-last.ts'
import { type NamedEnvironment, namesText, targetsText } from '../data/describe-changes.ts'
import { type ReadVariables, variablesKey, variablesQuery } from '../data/variable-queries.ts'
import {
  cachedVariables,
  isPresent,
  notifyUndoable,
  type UndoableWrite,
  without,
  writeVersion,
} from '../data/write-version.ts'

interface Planned {
  readonly source: ReadVariables
  readonly targets: readonly CopyTarget[]
  readonly isMove: boolean
  readonly onExisting: OnExisting
}

function notifyDone(connection: Connection, { source, isMove }: Planned, writes: readonly UndoableWrite[]) {
  if (writes.length === 0) return notifyUndoable(connection, 'Nothing had to be written', [])
  const targets = writes.filter(({ after }) => after.id !== source.environment.id)
  const keys = new Set(targets.flatMap((write) => write.keys))
  const isDeleted = targets.length < writes.length
  const count = formatCount(keys.size || (writes[0]?.keys.length ?? 0), 'variable')
  const where = targets.length > 0 ? ` to ${namesText(targets.map(({ after }) => after.name))}` : ''
  const text =
    isMove && isDeleted
      ? `Moved ${count}${where || ` out of ${source.environment.name}`}`
      : `Copied ${count}${where}`
  notifyUndoable(connection, text, writes)
}

/** Copies, then deletes what is moved. What failed can be tried again; what is done is not written twice. */
export function useCopy(planned: Planned, onFinished: () => void) {
  const connection = useConnection()
  /** The version of each environment that the dialog showed first, or after it was overtaken. */
  const [bases] = useState(() => new Map<number, number>())
  for (const read of [planned.source, ...planned.targets.flatMap((target) => target.read ?? [])])
    if (!bases.has(read.environment.id)) bases.set(read.environment.id, read.version)
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<readonly CopyFailure[]>([])
  /** Writes of all tries, so that one Undo takes them back. */
  const [done, setDone] = useState<readonly UndoableWrite[]>([])

  const run = async (): Promise<CopyOutcome> => {
    const { source, targets, isMove, onExisting } = planned
    const copies = targets
      .toSorted((a, b) => protectedLast(a.environment, b.environment))
      .flatMap(({ read, keys }) =>
        read ? [{ read, keys, written: copyVariables(source.variables, read.variables, keys) }] : [],
      )
    const copied = await runWrites(connection, bases, copies)
    if (!isMove || copied.failed.length > 0 || copied.isCancelled) return copied
    // Deletes from the source what all targets have.
    const plans = targets.flatMap(({ plan }) => plan ?? [])
    const keys = movedKeys(plans, onExisting)
    const moved = await runWrites(connection, bases, [
      { read: source, keys, written: without(keys)(source.variables), isSource: true },
    ])
    return { ...moved, done: [...copied.done, ...moved.done] }
  }

  const start = async () => {
    setBusy(true)
    try {
      const outcome = await run()
      const all = [...done, ...outcome.done]
      setDone(all)
      setFailed(outcome.failed)
      if (outcome.failed.length > 0 || outcome.isCancelled) return
      notifyDone(connection, planned, all)
      onFinished()
    } finally {
      setBusy(false)
    }
  }

  return {
    busy,
    failed,
    done,
    start: () => void start(),
    /** Closes the dialog after a part was written: it can still be undone. */
    leave: () => {
      if (done.length > 0) notifyDone(connection, planned, done)
    },
  }
}

interface CopyFailure {
  readonly environment: Environment
  readonly problem: string
}

interface CopyOutcome {
  readonly done: readonly UndoableWrite[]
  readonly failed: readonly CopyFailure[]
  /** The user closed a question; what follows it was not tried. */
  readonly isCancelled: boolean
}

const texts: ErrorTexts = {
  fallback: 'Failed to write variables',
  on: {
    VERSION_MISMATCH:
      'Someone else saved this environment. Review the updated changes above, then try again.',
    FORBIDDEN: 'You do not have permission to write variables in this environment.',
  },
}

/** One version of an environment: the keys that change, and the variables after it. */
interface CopyWrite {
  readonly read: ReadVariables
  readonly keys: readonly string[]
  readonly written: Variables
  /** Deletes what was moved. */
  readonly isSource?: boolean
}

/**
 * Does writes one after the other, without those that need nothing. One that fails does not stop the others; a closed
 * question does.
 */
async function runWrites(
  connection: Connection,
  bases: Map<number, number>,
  writes: readonly CopyWrite[],
): Promise<CopyOutcome> {
  const done: UndoableWrite[] = []
  const failed: CopyFailure[] = []
  for (const { read, keys, written, isSource = false } of writes.filter((write) => write.keys.length > 0)) {
    const { environment } = read
    const doneAs = (after: Environment): UndoableWrite => ({
      after,
      keys,
      before: read.variables,
      written,
      isSource,
    })
    try {
      const body = touchedFields(read.variables, written)
      const version = bases.get(environment.id) ?? read.version
      const write = { environment, version, body, apply: () => written }
      const { environment: after } = await writeVersion(connection, write)
      done.push(doneAs(after))
    } catch (error) {
      if (isPromptCanceled(error)) return { done, failed, isCancelled: true }
      const isStale = !(error instanceof ApiError) || error.code === 'VERSION_MISMATCH'
      // Without an answer, it may have been written all the same.
      if (isStale) {
        await connection.queries.refetchQueries({ queryKey: variablesKey(environment.id) })
        bases.delete(environment.id)
        const now = cachedVariables(connection, environment.id)
        if (now && isPresent(now.variables, read.variables, written)) {
          done.push(doneAs(now.environment))
          continue
        }
      }
      failed.push({ environment, problem: errorText(error, texts) })
    }
  }
  return { done, failed, isCancelled: false }
}

/** A chosen environment: what a copy does to it, once it was read. */
export interface CopyTarget {
  readonly environment: Environment
  readonly read?: ReadVariables
  readonly plan?: CopyPlan
  /** The keys that are written. */
  readonly keys: readonly string[]
  /** Why nothing can be copied to it. */
  readonly problem?: string | undefined
  /** Reads it again, after reading failed. */
  readonly retry?: () => void
}

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
export function useCopyTargets(chosen: readonly Environment[], request: CopyRequest): CopyTarget[] {
  const connection = useConnection()
  const reads = useQueries({ queries: chosen.map(({ id }) => variablesQuery(connection, id)) })
  return chosen.map((environment, at): CopyTarget => {
    const { data: read, error, refetch } = reads[at] ?? {}
    if (read) return { environment: read.environment, read, ...planTarget(request, read.variables) }
    return {
      environment,
      keys: [],
      ...(error && { problem: errorText(error), retry: () => void refetch?.() }),
    }
  })
}

/** `Copy to staging and production`; a protected source is named, because it loses something. */
export function buttonText(
  isMove: boolean,
  source: NamedEnvironment,
  targets: readonly NamedEnvironment[],
): string {
  const verb = isMove ? 'Move' : 'Copy'
  if (targets.length === 0) return verb
  const from = isMove && source.protected ? ` from ${source.name}` : ''
  return `${verb}${from} to ${targetsText(targets)}`
}

/** What one environment gets: `2 new, 1 with another value or note, 3 equal`. */
export function planText(plan: CopyPlan): string {
  const parts = [
    [plan.added.length, 'new'],
    [plan.replaced.length, 'with another value or note'],
    [plan.completed.length, 'without the note'],
    [plan.same.length, 'equal'],
  ] as const
  return parts
    .filter(([count]) => count > 0)
    .map(([count, what]) => `${count} ${what}`)
    .join(', ')
}
