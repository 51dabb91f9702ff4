import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { readVariables } from '@envhold/contract/variables/variables.ts'
import { difference } from '@envhold/formats/difference.ts'
import type { ReadDotenv } from '@envhold/formats/parse-dotenv.ts'
import {
  isSameInDetail,
  pickVariables,
  toRecord,
  toVariables,
  type Variable,
  type Variables,
} from '@envhold/formats/variables.ts'
import { withAccessHint } from './access-hint.ts'
import type { Target } from './choose-target.ts'
import type { Connection } from './connection.ts'
import type { PlannedChanges, WriteBody } from './write-import.ts'

/** An environment at a version. */
export interface Current {
  readonly version: number
  readonly variables: Variables
  readonly environment: OutputOf<typeof readVariables>['environment']
}

/** An environment as it was when its text was opened. */
export interface OpenedEdit extends Current {
  /** The keys in the text. Only these are removed by leaving them out. */
  readonly keys: readonly string[]
}

/** A variable as edited, and which of its fields were; null to remove it. */
type Edit = {
  readonly value: string
  readonly note: string | undefined
  readonly setsValue: boolean
  readonly setsNote: boolean
} | null

type Edits = ReadonlyMap<string, Edit>

export async function readCurrent(connection: Connection, target: Target): Promise<Current> {
  const { version, variables, details, environment } = await withAccessHint(
    connection,
    target,
    'read',
    connection.client.call(readVariables, { params: { id: target.environmentId } }),
  )
  return { version, variables: toVariables(variables, details), environment }
}

/**
 * What a text changes that was opened and edited. All of it was in view, so a comment that is gone is a note to remove;
 * a comment that cannot be a note changes nothing.
 */
function editsIn({ variables, noteWarnings }: ReadDotenv, opened: OpenedEdit): Edits {
  const unread = new Set(noteWarnings.map(({ key }) => key))
  const edits = new Map<string, Edit>()
  for (const [key, { value, note }] of variables) {
    const old = opened.variables.get(key)
    const setsValue = old?.value !== value
    const setsNote = old?.note !== note && !unread.has(key)
    if (setsValue || setsNote) edits.set(key, { value, note, setsValue, setsNote })
  }
  for (const key of opened.keys) if (!variables.has(key)) edits.set(key, null)
  return edits
}

const editedOf = (now: Variable | undefined, edit: NonNullable<Edit>): Variable => {
  const { note: old, ...rest } = now ?? { value: edit.value }
  const note = now && !edit.setsNote ? old : edit.note
  return { ...rest, ...(edit.setsValue && { value: edit.value }), ...(note !== undefined && { note }) }
}

function applyEdits(now: Variables, edits: Edits): Map<string, Variable> {
  const after = new Map(now)
  for (const [key, edit] of edits) {
    if (edit === null) after.delete(key)
    else after.set(key, editedOf(now.get(key), edit))
  }
  return after
}

/** Whether somebody else changed what `edit` changes, too. */
function isOvertaken(was: Variable | undefined, now: Variable | undefined, edit: Edit): boolean {
  if (!was || !now || edit === null) return was !== now && !(was && now && isSameInDetail(was, now))
  return (edit.setsValue && was.value !== now.value) || (edit.setsNote && was.note !== now.note)
}

function bodyOf(now: Variables, after: Variables, removed: readonly string[]): WriteBody {
  const changed = [...after].filter(([key, { value }]) => now.get(key)?.value !== value)
  const noted = [...after].filter(([key, { note }]) => now.get(key)?.note !== note)
  return {
    variables: toRecord(pickVariables(after, new Map(changed).keys())),
    mode: 'merge',
    details: Object.fromEntries(noted.map(([key, { note = null }]) => [key, { note }])),
    remove: [...removed],
  }
}

interface PlannedEdit extends PlannedChanges {
  /** Keys of which somebody else changed the same since the text was opened, to something else. */
  readonly overtaken: readonly string[]
}

/** What the edits change in the environment as it is now. What others wrote meanwhile stays. */
export function planEdit(read: ReadDotenv, opened: OpenedEdit, now: Current): PlannedEdit {
  const edits = editsIn(read, opened)
  const after = applyEdits(now.variables, edits)
  const { added, changed, removed } = difference(now.variables, after, isSameInDetail)
  const overtaken = [...added, ...changed, ...removed].filter((key) =>
    isOvertaken(opened.variables.get(key), now.variables.get(key), edits.get(key) ?? null),
  )
  return {
    ...read,
    variables: after,
    environment: now.environment,
    added,
    changed,
    removed,
    version: now.version,
    present: now.variables,
    kept: 0,
    body: bodyOf(now.variables, after, removed),
    overtaken,
  }
}
