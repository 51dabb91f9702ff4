import { ApiError } from '@envhold/client/api-error.ts'
import type { Environment } from '@envhold/contract/environments/environments.ts'
import type { Warning } from '@envhold/contract/fields.ts'
import type { Variables } from '@envhold/formats/variables.ts'
import type { Connection } from '../../../connection/connection.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { authorsSince, namesText } from '../data/describe-changes.ts'
import { afterOwnWrites } from '../data/own-writes.ts'
import { type ReadVariables, readAt, readNow } from '../data/variable-queries.ts'
import { cachedVariables, notifyUndoable, type UndoableWrite, writeVersion } from '../data/write-version.ts'
import { applyEdits, type Edits, type Rebased, rebaseEdits } from './edits.ts'

/** Edits of one environment, and the version they were made against. */
export interface Draft {
  readonly version: number
  readonly edits: Edits
  /** That version, if it is at hand. */
  readonly base?: Variables
}

export interface Saved {
  readonly environment: Environment
  readonly warnings: readonly Warning[]
  /** The write, if it is known what was there before. */
  readonly undoable: readonly UndoableWrite[]
  /** Nothing was left to save: an earlier save, whose response was lost, or another user has made the same changes. */
  readonly isPresent?: true
}

/** Another user saved first: the current version, and the edits rebased onto it. */
export interface Conflict {
  readonly now: ReadVariables
  readonly rebased: Rebased
  /** Who saved since. */
  readonly who: string
}

/** What a write of edits sends. */
function bodyOf(edits: Edits) {
  const fields = [...edits].flatMap(([key, edit]) => (edit ? [{ key, ...edit }] : []))
  const values = fields.flatMap(({ key, value }) => (value === undefined ? [] : [[key, value] as const]))
  const details = fields.flatMap(({ key, value: _, ...patch }) =>
    Object.keys(patch).length > 0 ? [[key, patch] as const] : [],
  )
  return {
    variables: Object.fromEntries(values),
    mode: 'merge' as const,
    remove: [...edits.keys()].filter((key) => edits.get(key) === null),
    ...(details.length > 0 && { details: Object.fromEntries(details) }),
  }
}

/**
 * Saves a draft as one version, unless the environment has changed since the draft was started. A protected environment
 * is confirmed: the user has reviewed what changes in it.
 */
export async function saveEdits(
  connection: Connection,
  environment: Pick<Environment, 'id' | 'name' | 'protected'>,
  { version, edits, base }: Draft,
): Promise<Saved | Conflict> {
  const { id } = environment
  const body = bodyOf(edits)
  const apply = (variables: Variables) => applyEdits(variables, edits)
  const before = cachedVariables(connection, id)
  const from = afterOwnWrites(connection, id, version)
  try {
    const answer = await writeVersion(connection, { environment, version: from, body, apply })
    const replaced = base ?? (before?.version === from ? before.variables : undefined)
    const undoable = replaced && {
      after: answer.environment,
      keys: [...edits.keys()],
      before: replaced,
      written: apply(replaced),
    }
    return { ...answer, undoable: undoable ? [undoable] : [] }
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'VERSION_MISMATCH') throw error
    const now = await readNow(connection, id)
    const older = await readAt(connection, id, from)
    const rebased = rebaseEdits(edits, older, now.variables)
    if (rebased.edits.size === 0)
      return { environment: now.environment, warnings: [], undoable: [], isPresent: true }
    return { now, rebased, who: await authorsSince(connection, id, from) }
  }
}

/** Says what was saved, and offers to undo it; what had the changes already has nothing to undo. */
export function notifySaved(connection: Connection, saved: readonly Saved[]): void {
  const present = saved.filter(({ isPresent }) => isPresent)
  if (present.length > 0) {
    const names = present.map(({ environment: { name, version } }) => `${name} (version ${version})`)
    toast.info(`${namesText(names)} had your changes already`)
  }
  const written = saved.filter(({ isPresent }) => !isPresent)
  if (written.length === 0) return
  const named = written.map(({ environment: { name, version } }) => `${name} as version ${version}`)
  const writes = written.flatMap(({ undoable }) => undoable)
  notifyUndoable(connection, `Saved ${named.join(', ')}`, writes)
}
