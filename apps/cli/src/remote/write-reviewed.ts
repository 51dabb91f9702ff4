import { ApiError } from '@envhold/client/api-error.ts'
import { UserError } from '@envhold/command/user-error.ts'
import {
  hazardsIn,
  printFileWarnings,
  printWarnings,
  requireNotEmptied,
  requireUnambiguous,
} from '../files/require-safe-write.ts'
import { approve } from '../output/ask.ts'
import { countChanges, maskedChanges, nameList, nothingChanged } from '../output/changes.ts'
import type { Output } from '../output/output.ts'
import { conflictingNames, type Place, reportWrittenSince } from './report-written-since.ts'
import { requireAccepted } from './require-accepted.ts'
import { withConfirmation } from './with-confirmation.ts'
import { type PlannedChanges, writeFields } from './write-import.ts'

/** Text that may replace the variables of an environment, and how messages call it. */
export interface Reviewed {
  /** `.env` */
  readonly fileLabel: string
  /** `Push to` */
  readonly asks: string
  /** `Pushed .env to` */
  readonly says: string
  /** What to do after somebody else’s write when nobody can be asked. */
  readonly again: string
  /** The version with which the text was last in sync, if that is known. */
  readonly syncedAt?: number | undefined
  /** Compares with the environment as it is now. */
  plan(): Promise<PlannedChanges>
}

interface ReviewedWrite {
  readonly yes: boolean
  readonly confirm: string | undefined
  readonly 'accept-warnings': boolean
  readonly 'all-warnings': boolean
  readonly 'allow-empty': boolean
  readonly 'dry-run': boolean
  /** Writes over what was written since the text was in sync. */
  readonly force?: boolean
}

interface Outcome {
  readonly outcome: 'same' | 'dry-run' | 'declined' | 'written'
  readonly planned: PlannedChanges
  readonly version: number
}

const isConflict = (error: unknown) => error instanceof ApiError && error.code === 'VERSION_MISMATCH'

function showPlan(output: Output, label: string, planned: PlannedChanges) {
  output.info(maskedChanges(output.err, planned, planned.present, planned.variables))
  if (planned.kept > 0)
    output.info(`${planned.kept} more on the server, missing from ${label}: kept (--replace removes them).`)
}

const writePlanned = (
  { output, connection, target }: Place,
  { body, version }: PlannedChanges,
  name: string | undefined,
) =>
  withConfirmation(output, name, (confirmed) =>
    output.during('Writing …', writeFields(connection, target, body, { ifMatch: version, ...confirmed })),
  )

const namesIn = ({ added, changed, removed }: PlannedChanges) => [...added, ...changed, ...removed]

/**
 * Looks whether a write would undo what others wrote since the text was in sync, or was compared before. Shows it.
 * @returns whether it would
 */
async function wouldUndo(
  place: Place,
  { fileLabel, syncedAt = Number.POSITIVE_INFINITY }: Reviewed,
  { planned, first }: { readonly planned: PlannedChanges; readonly first: PlannedChanges },
): Promise<boolean> {
  const seen = Math.min(syncedAt, first.version)
  const conflicts = await conflictingNames(place, namesIn(planned), { seen, now: planned.version })
  if (conflicts.length === 0) return false
  const what = seen === syncedAt ? `with which ${fileLabel} was in sync` : 'which this was compared with'
  await reportWrittenSince(place, seen, what)
  place.output.info(`Different in ${fileLabel}: ${nameList(conflicts)}.`)
  return true
}

/** After this many writes of others in between, trying later is better. */
const maxTries = 20

/**
 * Shows what would change, asks, and writes it as one version. If someone else writes meanwhile, it compares again. At a
 * terminal it shows what they changed, and asks again; otherwise it continues only if they changed other variables.
 * @throws UserError for a write that needs a user, if there is none to ask
 */
export async function writeReviewed(place: Place, input: Reviewed, write: ReviewedWrite): Promise<Outcome> {
  const { output, target } = place
  const { fileLabel } = input
  const isConfirmed = write.yes || write.confirm !== undefined
  const isUnasked = isConfirmed || !output.interactive
  const first = await input.plan()
  printFileWarnings(output, [...first.warnings, ...first.noteWarnings], write['all-warnings'])
  printWarnings(output, hazardsIn(first.variables))
  let planned = first
  for (let tries = 1; ; tries++) {
    const { version } = planned
    if (nothingChanged(planned)) {
      output.info(`${target.label} already has the variables of ${fileLabel} (version ${version}).`)
      return { outcome: 'same', planned, version }
    }
    requireAccepted(planned)
    if (tries === 1 || !isUnasked) showPlan(output, fileLabel, planned)
    const undoes =
      !write.force && (isUnasked || tries === 1) && (await wouldUndo(place, input, { planned, first }))
    if (planned.removed.length > 0) requireNotEmptied(fileLabel, planned.variables.size, write['allow-empty'])
    if (write['dry-run']) {
      output.info(`Dry run, nothing was written. ${target.label} would have ${countChanges(planned)}.`)
      return { outcome: 'dry-run', planned, version }
    }
    if (isConfirmed && !write['accept-warnings']) requireUnambiguous(fileLabel, planned.warnings, planned)
    if (isUnasked && undoes) throw new UserError('Nothing was written.', input.again, 'VERSION_MISMATCH')
    const { approved, name } = await approve(output, write, {
      environment: planned.environment,
      changes: planned,
      question: `${input.asks} ${target.label}: ${countChanges(planned)}?`,
    })
    if (!approved) {
      output.info('Nothing was written.')
      return { outcome: 'declined', planned, version }
    }
    try {
      const { environment, warnings } = await writePlanned(place, planned, name)
      printWarnings(output, warnings)
      output.info(`${input.says} ${target.label}: ${countChanges(planned)} (version ${environment.version}).`)
      return { outcome: 'written', planned, version: environment.version }
    } catch (error) {
      if (!isConflict(error) || tries === maxTries) throw error
      if (!isUnasked) {
        await reportWrittenSince(place, version, 'which this was compared with')
        output.info(`Compared with the current ${target.label}:`)
      }
    }
    planned = await input.plan()
  }
}
