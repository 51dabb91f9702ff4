import { ApiError } from '@envhold/client/api-error.ts'
import type { InputOf } from '@envhold/contract/endpoint.ts'
import type { Environment } from '@envhold/contract/environments/environments.ts'
import { writeVariables } from '@envhold/contract/variables/variables.ts'
import { restoreVersion } from '@envhold/contract/variables/versions.ts'
import { difference, touchedFields } from '@envhold/formats/difference.ts'
import { isSameInDetail, pickVariables, type Variables } from '@envhold/formats/variables.ts'
import { notifyError } from '../../../connection/api/notify-error.ts'
import type { Connection } from '../../../connection/connection.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { refetchProject } from '../../projects/project-queries.ts'
import { changedKeys, someNames } from './describe-changes.ts'
import { afterOwnWrites, sendBasedOn } from './own-writes.ts'
import { variableErrors } from './variable-errors.ts'
import {
  namesKey,
  type ReadVariables,
  variablesKey,
  variablesQuery,
  versionsKey,
} from './variable-queries.ts'

/**
 * For a call after a dialog that named the environment and said what it loses: the user is not asked a second time. If
 * the environment has become protected since then, the server still rejects the call, and the user is asked.
 */
export const confirmedIn = ({
  name,
  protected: isProtected,
}: Pick<Environment, 'name' | 'protected'>): { confirmedEnvironment?: string } =>
  isProtected ? { confirmedEnvironment: name } : {}

/** What a write makes of variables. */
export type Apply = (variables: Variables) => Variables

export const without =
  (keys: readonly string[]): Apply =>
  (variables) => {
    const left = new Map(variables)
    for (const key of keys) left.delete(key)
    return left
  }

/** Whether an environment that is `now` so has all that a write from `before` to `after` changes. */
export const isPresent = (now: Variables, before: Variables, after: Variables): boolean =>
  changedKeys(difference(before, after, isSameInDetail)).every((key) => {
    const [is, wanted] = [now.get(key), after.get(key)]
    return is && wanted ? isSameInDetail(is, wanted) : is === wanted
  })

/** What is known of an environment without asking the server. */
export const cachedVariables = ({ queries }: Pick<Connection, 'queries'>, environmentId: number) =>
  queries.getQueryData<ReadVariables>(variablesKey(environmentId))

/** After a write, applies it to the cached variables if it was based on them; otherwise refetches them. */
export async function updateCacheAfterWrite(
  connection: Connection,
  before: ReadVariables | undefined,
  after: Environment,
  apply?: Apply,
): Promise<void> {
  const { queries } = connection
  const queryKey = variablesKey(after.id)
  // A read that started before the write would return the old version, and be cached as the newest.
  await queries.cancelQueries({ queryKey })
  void refetchProject(connection, after.project_id)
  void queries.invalidateQueries({ queryKey: versionsKey(after.id) })
  void queries.invalidateQueries({ queryKey: namesKey(after.id) })
  const cached = cachedVariables(connection, after.id)
  const isBased = before && cached?.version === before.version && after.version === before.version + 1
  if (!isBased || !apply) return void queries.invalidateQueries({ queryKey })
  const { version } = after
  const variables = apply(cached.variables)
  queries.setQueryData<ReadVariables>(queryKey, {
    environment: after,
    version,
    variables,
    tag: `"${version}"`,
  })
}

interface Write {
  readonly environment: Pick<Environment, 'id' | 'name' | 'protected'>
  /** The version that it changes. */
  readonly version: number
  readonly body: NonNullable<InputOf<typeof writeVariables>['body']>
  readonly apply?: Apply
}

/** Changes an environment whose name the user has confirmed, as one version. */
export async function writeVersion(connection: Connection, { environment, version, body, apply }: Write) {
  const before = cachedVariables(connection, environment.id)
  const params = { id: environment.id }
  const base = afterOwnWrites(connection, environment.id, version)
  const answer = await sendBasedOn(connection, base, (options) =>
    connection.api.call(writeVariables, { params, body }, { ...options, ...confirmedIn(environment) }),
  )
  await updateCacheAfterWrite(connection, before, answer.environment, apply)
  return answer
}

/** A write of some keys that can be undone. */
export interface UndoableWrite {
  /** The environment after it. */
  readonly after: Environment
  readonly keys: readonly string[]
  /** The variables before and after it: a key that is missing there did not exist. */
  readonly before: Variables
  readonly written: Variables
  /** The keys are names of one variable, which go back together or not at all. */
  readonly isOneVariable?: boolean
  /** Its variables were moved to the environments of the other writes. */
  readonly isSource?: boolean
}

/**
 * Brings the keys back to what they were, except those that were changed again since then.
 * @returns the keys that are back
 */
export async function undoWrite(
  connection: Connection,
  { after, keys, before, written, isOneVariable = false }: UndoableWrite,
): Promise<string[]> {
  const now = await connection.queries.fetchQuery(variablesQuery(connection, after.id))
  const back = keys.filter((key) => {
    const [current, left] = [now.variables.get(key), written.get(key)]
    return current && left ? isSameInDetail(current, left) : current === left
  })
  if (back.length === 0 || (isOneVariable && back.length < keys.length)) return []
  const body = touchedFields(pickVariables(now.variables, back), pickVariables(before, back))
  await writeVersion(connection, { environment: after, version: now.version, body })
  return back
}

/** Says what was written, and offers to undo it unless the vault was locked: an Undo holds values. */
export const notifyWritten = ({ vault }: Connection, text: string, undo?: () => Promise<void>): void =>
  void toast.success(text, undo && vault.read() !== null ? { undo } : {})

/** Says what was written, and offers to undo it if it is known what was there before. */
export const notifyUndoable = (
  connection: Connection,
  text: string,
  writes: readonly UndoableWrite[],
): void => notifyWritten(connection, text, writes.length > 0 ? () => undoAll(connection, writes) : undefined)

/**
 * Restores the version that an environment had.
 * @param after the environment as it was left
 * @returns false if it was changed again since then, and is left as it is
 */
export async function restoreFormer(
  connection: Connection,
  after: Environment,
  version: number,
): Promise<boolean> {
  const params = { id: after.id, version }
  try {
    const { environment } = await sendBasedOn(connection, after.version, (options) =>
      connection.api.call(restoreVersion, { params }, { ...options, ...confirmedIn(after) }),
    )
    await updateCacheAfterWrite(connection, undefined, environment)
    return true
  } catch (error) {
    if (error instanceof ApiError && error.code === 'VERSION_MISMATCH') return false
    throw error
  }
}

/**
 * Undoes the newest write first: after a move the source has its variables back before a target loses them. What the
 * source does not take back, the targets keep.
 */
async function undoAll(connection: Connection, writes: readonly UndoableWrite[]): Promise<void> {
  try {
    const left: string[] = []
    let undone = 0
    let moved: readonly string[] = []
    for (const write of writes.toReversed()) {
      const keys = write.keys.filter((key) => !moved.includes(key))
      const back = new Set(await undoWrite(connection, { ...write, keys }))
      if (write.isSource) moved = write.keys.filter((key) => !back.has(key))
      const where = writes.length > 1 ? ` in ${write.after.name}` : ''
      left.push(...write.keys.filter((key) => !back.has(key)).map((key) => key + where))
      undone += back.size
    }
    const [only, ...others] = writes
    const what = only && others.length === 0 ? only.after.name : 'everything'
    if (left.length === 0) return toast.success(`Restored ${what}`)
    const verb = left.length === 1 ? 'was' : 'were'
    const rest = undone === 0 ? 'Nothing' : 'Everything else'
    toast.info(`${someNames(left)} ${verb} changed again since. ${rest} was undone.`)
  } catch (error) {
    notifyError(error, variableErrors.restoreVersion)
  }
}
