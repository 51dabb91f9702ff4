import { ApiError } from '@envhold/client/api-error.ts'
import type { Call } from '../command.ts'
import { command } from '../command.ts'
import { writeSyncRecord } from '../config/sync-record.ts'
import { chooseReadForm } from '../config/written-form.ts'
import { readVariablesFile } from '../files/read-variables-file.ts'
import {
  acceptOptions,
  printFileWarnings,
  requireNotEmptied,
  requireUnambiguous,
} from '../files/require-safe-write.ts'
import { confirmOption, readFormatOption, targetOptions, yesOption } from '../options.ts'
import { ago } from '../output/ago.ts'
import { approve } from '../output/approve.ts'
import { countChanges, nothingChanged } from '../output/changes.ts'
import { maskedChanges } from '../output/masked-changes.ts'
import type { Output } from '../output/output.ts'
import { hazardsIn, printWarnings } from '../output/print-warnings.ts'
import { sanitize } from '../output/sanitize.ts'
import { authorOf, changesOf } from '../output/version-line.ts'
import { requireWriteAccess } from '../remote/access-hint.ts'
import { watchActivityHead } from '../remote/activity-head.ts'
import type { Target } from '../remote/choose-target.ts'
import { chooseTarget } from '../remote/choose-target.ts'
import { requirePersonalToken } from '../remote/connect.ts'
import { connectToTarget } from '../remote/connect-to-target.ts'
import type { Connection } from '../remote/connection.ts'
import { requestName } from '../remote/read-or-fall-back.ts'
import { withConfirmation } from '../remote/with-confirmation.ts'
import type { Mode, PlannedChanges } from '../remote/write-import.ts'
import { importChanges, writeImport, writtenSince } from '../remote/write-import.ts'
import { UserError } from '../user-error.ts'

const options = {
  ...targetOptions,
  ...readFormatOption,
  replace: { type: 'boolean', help: 'Also remove keys that are missing from the file' },
  'dry-run': { type: 'boolean', short: 'n', help: 'Only show what would change' },
  ...acceptOptions,
  ...confirmOption,
  ...yesOption,
} as const

const isConflict = (error: unknown) => error instanceof ApiError && error.code === 'VERSION_MISMATCH'

/** Someone else wrote first: shows who wrote what since the compared version. */
async function tellWhatHappened(output: Output, connection: Connection, target: Target, seen: number) {
  const since = await writtenSince(connection, target, seen)
  output.say(`${target.label} has changed since version ${seen}, which this was compared with:`)
  for (const one of since ?? [])
    output.say(
      sanitize(
        `  version ${one.version}, ${authorOf(one)}, ${ago(one.created_at, Date.now())}: ${changesOf(one)}`,
      ),
    )
}

function showPlan(output: Output, shown: string, planned: PlannedChanges) {
  output.say(maskedChanges(output.err, planned, planned.present, planned.variables))
  if (planned.kept > 0)
    output.say(`${planned.kept} more on the server, missing from ${shown}: kept (--replace removes them).`)
}

interface Place {
  readonly output: Output
  readonly connection: Connection
  readonly target: Target
  readonly mode: Mode
}

const writePlanned = (
  { output, connection, target, mode }: Place,
  { variables, version }: PlannedChanges,
  name: string | undefined,
) =>
  withConfirmation(output, name, (confirmed) =>
    output.during(
      'Writing …',
      writeImport(connection, target, variables, mode, { ifMatch: version, ...confirmed }),
    ),
  )

export const push = command({
  name: 'push',
  summary: 'Write a file’s variables to an environment',
  operands: '[FILE]',
  minimum: 0,
  maximum: 1,
  options,
  details:
    'Reads .env, or FILE, or stdin for -. Shows which names would change, never a value, and asks. Keys missing from the file stay on the\n' +
    'server unless you pass --replace. One push is one version: envhold rollback undoes it.\n\n' +
    'push never overwrites what someone else wrote meanwhile: it shows who changed what, and asks again. Without a terminal or with\n' +
    '--yes, it exits 1 instead.\n\n' +
    'Comments directly above a variable are its note; without one, the note on the server stays. Commented-out lines are no notes.\n\n' +
    'A value that other readers of .env files understand differently causes a warning with its line and name. With --yes such a value is\n' +
    'rejected: put it in quotes as the warning says, or pass --accept-warnings.',
  examples: [
    ['envhold push', 'Write .env to this folder’s environment'],
    ['envhold push production.env --env production --replace', 'Remove all other keys'],
    ['envhold push --dry-run', 'Preview'],
    ['envhold push --yes', 'Without questions, for scripts'],
    ['envhold push --yes --confirm production', 'The same, to a protected environment'],
  ],
  async run({ options: given, operands, settings, output }: Call<typeof options>) {
    const connection = await connectToTarget(settings, output, given)
    requirePersonalToken(connection, 'push')
    const form = chooseReadForm(settings, operands[0], given, connection.file)
    const file = await readVariablesFile(settings.cwd, form)
    const watched = watchActivityHead(settings, output, connection)
    const target = await chooseTarget(connection, given)
    const mode = given.replace ? 'replace' : 'merge'

    const plan = () => importChanges(connection, target, file.read, mode)
    const finish = async (planned: PlannedChanges, version: number, written: boolean) => {
      const { added, changed, removed, kept } = planned
      if (file.path !== null && (written || nothingChanged(planned)))
        await writeSyncRecord(settings, file.path, {
          source: requestName(connection, given),
          version,
          whole: kept === 0,
          text: file.text,
        })
      if (output.json)
        output.result(
          { environment: target.label, version, written, mode, added, changed, removed, kept },
          () => '',
        )
      return 0
    }

    const [first] = await output.during(
      'Reading …',
      Promise.all([plan(), requireWriteAccess(connection, target)]),
    )
    await watched
    printFileWarnings(output, [...first.warnings, ...first.noteWarnings])
    printWarnings(output, hazardsIn(first.variables))
    for (let planned = first; ; planned = await output.during('Reading …', plan())) {
      if (nothingChanged(planned)) {
        output.say(`${target.label} already has the variables of ${file.shown} (version ${planned.version}).`)
        return finish(planned, planned.version, false)
      }
      showPlan(output, file.shown, planned)
      if (planned.removed.length > 0)
        requireNotEmptied(file.shown, planned.variables.size, given['allow-empty'])
      if (given['dry-run']) {
        output.say(`Dry run, nothing was written. ${target.label} would have ${countChanges(planned)}.`)
        return finish(planned, planned.version, false)
      }
      const isUnasked = given.yes || given.confirm !== undefined
      if (isUnasked && !given['accept-warnings']) requireUnambiguous(file.shown, planned.warnings, planned)
      const { approved, name } = await approve(output, given, {
        environment: planned.environment,
        changes: planned,
        question: `Push to ${target.label}: ${countChanges(planned)}?`,
      })
      if (!approved) {
        output.say('Nothing was written.')
        return 1
      }
      try {
        const place = { output, connection, target, mode } as const
        const { version, warnings } = await writePlanned(place, planned, name)
        printWarnings(output, warnings)
        output.say(`Pushed ${file.shown} to ${target.label}: ${countChanges(planned)} (version ${version}).`)
        return await finish(planned, version, true)
      } catch (error) {
        if (!isConflict(error)) throw error
        await tellWhatHappened(output, connection, target, planned.version)
        if (given.yes || !output.interactive)
          throw new UserError(
            'Nothing was written.',
            'To see what differs now: envhold diff. Then push again.',
            'VERSION_MISMATCH',
          )
        output.say(`Compared with the current ${target.label}:`)
      }
    }
  },
})
