import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { readVariables } from '@envhold/contract/variables/variables.ts'
import { difference, touchedDetails, touchedFields } from '@envhold/formats/difference.ts'
import { commentNames, detailNames } from '@envhold/formats/fields/every-field.ts'
import type { ReadDotenv } from '@envhold/formats/parse-dotenv.ts'
import {
  type DetailsPatch,
  isSameInDetail,
  patchDetails,
  toVariables,
  type Variable,
  type Variables,
} from '@envhold/formats/variables.ts'
import { withAccessHint } from './access-hint.ts'
import type { Target } from './choose-target.ts'
import type { Connection } from './client-for.ts'
import type { PlannedChanges } from './write-import.ts'

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
  readonly variable: Variable
  readonly setsValue: boolean
  readonly details: DetailsPatch
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
  for (const [key, variable] of variables) {
    const old = opened.variables.get(key)
    const setsValue = old?.value !== variable.value
    const details = unread.has(key) ? {} : touchedDetails(old, variable, commentNames)
    if (setsValue || Object.keys(details).length > 0) edits.set(key, { variable, setsValue, details })
  }
  for (const key of opened.keys) if (!variables.has(key)) edits.set(key, null)
  return edits
}

const editedOf = (
  now: Variable | undefined,
  { variable, setsValue, details }: NonNullable<Edit>,
): Variable =>
  now ? patchDetails({ ...now, ...(setsValue && { value: variable.value }) }, details) : variable

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
  return (
    (edit.setsValue && was.value !== now.value) ||
    detailNames.some((name) => edit.details[name] !== undefined && was[name] !== now[name])
  )
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
    body: touchedFields(now.variables, after),
    overtaken,
  }
}
