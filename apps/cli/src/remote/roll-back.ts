import { ApiError } from '@envhold/client/api-error.ts'
import type { Environment } from '@envhold/contract/environments/environments.ts'
import { readVariables, writeVariables } from '@envhold/contract/variables/variables.ts'
import { readVersion, restoreVersion } from '@envhold/contract/variables/versions.ts'
import { type Difference, detailDifference, difference } from '@envhold/formats/difference.ts'
import {
  pickVariables,
  toDetails,
  toRecord,
  toVariables,
  type Variables,
} from '@envhold/formats/variables.ts'
import { type ChangedDetails, noDetails } from '../output/changes.ts'
import { unknownVariables, unknownVersion } from '../output/variable-fields.ts'
import type { Target } from './choose-target.ts'
import type { Connection } from './client-for.ts'

/** What a rollback restores. */
export interface WantedRollback {
  readonly version: number
  /** Only these variables; empty for all. */
  readonly keys: readonly string[]
}

export interface PlannedRollback {
  readonly between: Difference
  /** Only a whole rollback restores notes and due dates of variables that are still there. */
  readonly details: ChangedDetails
  /** The variables of the old version. */
  readonly then: Variables
  /** The version it was compared with. */
  readonly present: number
  readonly environment: Environment
}

const only = (variables: Variables, keys: readonly string[]): Variables =>
  keys.length === 0 ? variables : pickVariables(variables, keys)

function requireKnown(keys: readonly string[], now: Variables, then: Variables, place: string): void {
  const absent = keys.filter((key) => !now.has(key) && !then.has(key))
  if (absent.length === 0) return
  throw unknownVariables(absent, [...then.keys()], place)
}

/** What a rollback would change. @throws UserError if there is no such version, or no version has one of the keys */
export async function planRollback(
  { client }: Connection,
  { environmentId: id, label }: Target,
  { version, keys }: WantedRollback,
): Promise<PlannedRollback> {
  const now = await client.call(readVariables, { params: { id } })
  try {
    const read = await client.call(readVersion, { params: { id, version } })
    const [before, then] = [
      toVariables(now.variables, now.details),
      toVariables(read.variables, read.details),
    ]
    requireKnown(keys, before, then, `Version ${version} of ${label}`)
    const between = difference(only(before, keys), only(then, keys))
    const details = keys.length === 0 ? detailDifference(before, then) : noDetails
    return { between, details, then, present: now.version, environment: now.environment }
  } catch (error) {
    if (error instanceof ApiError && error.code === 'NOT_FOUND') throw unknownVersion(version, label)
    throw error
  }
}

/** Restores the whole version, or writes back only the wanted variables. */
export function writeRollback(
  { client }: Connection,
  { environmentId: id }: Target,
  { version, keys, between, then, present }: WantedRollback & PlannedRollback,
  confirmed: { readonly confirmedEnvironment?: string },
) {
  const options = { ifMatch: present, ...confirmed }
  if (keys.length === 0) return client.call(restoreVersion, { params: { id, version } }, options)
  const restored = pickVariables(then, [...between.added, ...between.changed])
  // Of a variable that is still there, note and date stay.
  const details = toDetails(pickVariables(then, between.added))
  const body = { variables: toRecord(restored), details, mode: 'merge' as const, remove: between.removed }
  return client.call(writeVariables, { params: { id }, body }, options)
}
