import { UsageError, UserError } from '@envhold/command/user-error.ts'
import type { OnExisting } from '@envhold/formats/copy-plan.ts'
import { movedKeys } from '@envhold/formats/copy-plan.ts'
import { isVariableName, nameProblem } from '@envhold/formats/variable-name.ts'
import { type Call, command, projectOption, yesOption } from '../command.ts'
import { type PlannedTarget, planCopies, readTarget, requireKeys } from '../copy/plan-copies.ts'
import { approveCopies, reportCopies, showPlans } from '../copy/report-copies.ts'
import { deleteMoved, writeCopies } from '../copy/write-copies.ts'
import { requireWriteAccess } from '../remote/access-hint.ts'
import { watchActivityHead } from '../remote/activity-head.ts'
import { chooseTarget, type Target } from '../remote/choose-target.ts'
import type { Connection } from '../remote/client-for.ts'
import { connect, requirePersonalToken } from '../remote/connect.ts'

const options = {
  ...projectOption,
  from: { type: 'string', value: 'NAME|ID', help: 'The environment to copy from (default: this folder’s)' },
  to: {
    type: 'list',
    commas: true,
    value: 'NAME|ID',
    help: 'The environment to copy to; several with commas',
  },
  existing: {
    type: 'string',
    value: 'WHAT',
    choices: ['skip', 'replace'],
    help: 'What to do with keys that have another value or note there',
  },
  move: { type: 'boolean', help: 'Delete them from the first environment once all others have them' },
  'dry-run': { type: 'boolean', short: 'n', help: 'Only show what would change' },
  confirm: {
    type: 'list',
    value: 'NAME',
    help: 'Confirm a protected environment by its name; may be repeated',
  },
  ...yesOption,
} as const

type CopyOptions = Call<typeof options>['options']

async function chooseTargets(connection: Connection, optionValues: CopyOptions): Promise<[Target, Target[]]> {
  const names = [...new Set(optionValues.to)]
  if (names.length === 0) throw new UsageError('Pass --to with the environment to copy to.')
  const source = await chooseTarget(connection, {
    project: optionValues.project,
    env: optionValues.from,
    envOption: '--from',
  })
  const targets: Target[] = []
  for (const env of names)
    targets.push(await chooseTarget(connection, { project: optionValues.project, env }))
  const ids = [source, ...targets].map(({ environmentId }) => environmentId)
  if (new Set(ids).size < ids.length) throw new UsageError('--from and --to must be different environments.')
  return [source, targets]
}

function requireDecision(planned: readonly PlannedTarget[], onExisting: OnExisting | undefined): void {
  const open = planned.find(({ plan }) => plan.replaced.length > 0)
  if (onExisting || !open) return
  throw new UserError(
    `${open.target.label} has another value or note for some of these. Nothing was written.`,
    'Pass --existing replace to replace it, or --existing skip to leave it.',
    'EXISTING_VALUES',
  )
}

export const copy = command({
  name: 'copy',
  summary: 'Copy or move variables to other environments',
  operands: 'KEY…',
  options,
  details:
    'Shows what each environment would get, names only, and asks. Each environment is written as one version. If one of them fails, the\n' +
    'others are written, and the same command can be repeated: what is there already is left alone. --move deletes from --from only\n' +
    'after all others were written, and never a key that one of them skipped.',
  examples: [
    ['envhold copy DB_HOST DB_PORT --from staging --to qa,preview', ''],
    [
      'envhold copy API_URL --from staging --to production --existing replace --confirm production',
      'For scripts',
    ],
    ['envhold copy OLD_KEY --from development --to staging --move', ''],
    ['envhold copy DB_HOST --from staging --to qa --dry-run', 'Preview'],
  ],
  async run({ options: optionValues, operands, settings, output }: Call<typeof options>) {
    const keys = [...new Set(operands)]
    if (!keys.every(isVariableName))
      throw new UsageError('Pass names only, without values.', `Invalid name: ${nameProblem}.`)
    const connection = await connect(settings, optionValues, output)
    requirePersonalToken(connection, 'copy')
    const watched = watchActivityHead(settings, output, connection)
    const [from, to] = await chooseTargets(connection, optionValues)
    const onExisting =
      optionValues.existing === 'skip' || optionValues.existing === 'replace'
        ? optionValues.existing
        : undefined
    const [source, planned] = await output.during(
      'Reading …',
      (async () => {
        await requireWriteAccess(connection, from)
        const read = await readTarget(connection, from)
        requireKeys(read, keys)
        const targets = []
        for (const target of to) targets.push(await readTarget(connection, target))
        return [read, planCopies(read, targets, keys, onExisting)] as const
      })(),
    )
    await watched
    showPlans(output, planned, onExisting)
    const moving = optionValues.move
      ? movedKeys(
          planned.map(({ plan }) => plan),
          onExisting ?? 'skip',
        )
      : []
    if (optionValues['dry-run']) {
      output.info('Dry run, nothing was written.')
      return reportCopies(output, { source, planned, results: [], move: { moved: [] } })
    }
    requireDecision(planned, onExisting)
    const names = await approveCopies(output, optionValues, { source, planned, moving })
    if (!names) {
      output.info('Nothing was written.')
      return 1
    }
    const place = { output, connection, names }
    const results = await writeCopies(place, source, planned)
    const isComplete = results.every(({ error }) => error === undefined)
    const move =
      optionValues.move && isComplete
        ? await deleteMoved(place, source, planned, onExisting ?? 'skip')
        : { moved: [] }
    return reportCopies(output, { source, planned, results, move })
  },
})
