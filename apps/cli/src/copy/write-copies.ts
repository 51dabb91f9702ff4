import { UserError } from '@envhold/command/user-error.ts'
import { copyVariables, movedKeys, type OnExisting } from '@envhold/formats/copy-plan.ts'
import { touchedFields } from '@envhold/formats/difference.ts'
import { printWarnings } from '../files/require-safe-write.ts'
import { explainError } from '../output/explain-error.ts'
import type { Output } from '../output/output.ts'
import type { Connection } from '../remote/client-for.ts'
import { withConfirmation } from '../remote/with-confirmation.ts'
import { type WriteBody, writeFields } from '../remote/write-import.ts'
import type { PlannedTarget, ReadTarget } from './plan-copies.ts'

/** What became of one environment. */
export interface CopyResult {
  readonly planned: PlannedTarget
  /** Its version now. */
  readonly version: number
  /** Why it was not written. */
  readonly error?: UserError
}

/** The confirmed name of a protected environment. */
export type ConfirmedNames = ReadonlyMap<ReadTarget, string | undefined>

interface Place {
  readonly output: Output
  readonly connection: Connection
  readonly names: ConfirmedNames
}

const explained = (error: unknown): UserError => {
  const known = error instanceof UserError ? error : explainError(error)
  if (!known) throw error
  return known
}

async function write(
  { output, connection, names }: Place,
  read: ReadTarget,
  body: WriteBody,
): Promise<number> {
  const { environment, warnings } = await withConfirmation(output, names.get(read), (confirmed) =>
    writeFields(connection, read.target, body, { ifMatch: read.version, ...confirmed }),
  )
  printWarnings(output, warnings)
  return environment.version
}

/** Writes each environment as one version. A failure in one does not stop the others. */
export async function writeCopies(
  place: Place,
  source: ReadTarget,
  planned: readonly PlannedTarget[],
): Promise<CopyResult[]> {
  const results: CopyResult[] = []
  for (const each of planned) {
    const { keys, version, variables } = each
    if (keys.length === 0) {
      results.push({ planned: each, version })
      continue
    }
    const body = touchedFields(variables, copyVariables(source.variables, variables, keys))
    try {
      const written = await place.output.during('Writing …', write(place, each, body))
      results.push({ planned: each, version: written })
    } catch (error) {
      results.push({ planned: each, version, error: explained(error) })
    }
  }
  return results
}

/** What became of the source. */
export interface MoveResult {
  readonly moved: readonly string[]
  /** Why nothing was deleted from it. */
  readonly error?: UserError
}

/** Deletes from the source what every environment has now. */
export async function deleteMoved(
  place: Place,
  source: ReadTarget,
  planned: readonly PlannedTarget[],
  onExisting: OnExisting,
): Promise<MoveResult> {
  const moved = movedKeys(
    planned.map(({ plan }) => plan),
    onExisting,
  )
  if (moved.length === 0) return { moved }
  try {
    const body = { variables: {}, mode: 'merge' as const, remove: moved }
    await place.output.during('Writing …', write(place, source, body))
    return { moved }
  } catch (error) {
    return { moved: [], error: explained(error) }
  }
}
