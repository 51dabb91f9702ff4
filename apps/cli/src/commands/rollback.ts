import { sanitize } from '@envhold/command/sanitize.ts'
import { UsageError } from '@envhold/command/user-error.ts'
import { type Call, command, confirmOption, targetOptions, yesOption } from '../command.ts'
import { printWarnings } from '../files/require-safe-write.ts'
import { approve } from '../output/ask.ts'
import { changeLines, countChanges, noDetailsChanged, nothingChanged } from '../output/changes.ts'
import { requireWriteAccess, withAccessHint } from '../remote/access-hint.ts'
import { watchActivityHead } from '../remote/activity-head.ts'
import { chooseTarget } from '../remote/choose-target.ts'
import { connect, requirePersonalToken } from '../remote/connect.ts'
import { planRollback, writeRollback } from '../remote/roll-back.ts'
import { withConfirmation } from '../remote/with-confirmation.ts'

const options = {
  ...targetOptions,
  key: { type: 'list', value: 'KEY', help: 'Restore only this variable; may be repeated' },
  ...confirmOption,
  ...yesOption,
} as const

export const rollback = command({
  name: 'rollback',
  summary: 'Restore an old version, or single variables of it, as the newest one',
  operands: 'N',
  options,
  details:
    'Shows the names that would change, and asks. The history stays complete: a rollback is a new version. With --key, all other\n' +
    'variables stay as they are.',
  examples: [
    ['envhold rollback 7', 'Back to version 7'],
    ['envhold rollback 7 --env production --yes', 'Without asking'],
    ['envhold rollback 7 --key DATABASE_URL', 'Only one variable'],
  ],
  async run({ options: optionValues, operands, settings, output }: Call<typeof options>) {
    const version = Number(operands[0])
    if (!Number.isSafeInteger(version) || version < 1)
      throw new UsageError('N must be the number of a version.', 'To list them: envhold history')
    const request = { version, keys: [...new Set(optionValues.key)] }
    const connection = await connect(settings, optionValues, output)
    requirePersonalToken(connection, 'rollback')
    const watched = watchActivityHead(settings, output, connection)
    const target = await chooseTarget(connection, optionValues)
    const [planned] = await output.during(
      'Reading …',
      Promise.all([
        withAccessHint(connection, target, 'read', planRollback(connection, target, request)),
        requireWriteAccess(connection, target),
      ]),
    )
    await watched
    const { between, details, present } = planned
    const what = request.keys.length === 0 ? '' : `${request.keys.map(sanitize).join(', ')} of `
    const answer = (written: number) => {
      const { added, changed, removed } = between
      if (output.json)
        output.result(
          {
            environment: target.label,
            version: written,
            added,
            changed,
            removed,
            different_details: details,
          },
          () => '',
        )
      return 0
    }
    if (nothingChanged(between) && noDetailsChanged(details)) {
      output.info(`${what}${target.label} is already identical to version ${version} (version ${present}).`)
      return answer(present)
    }
    output.info(changeLines(output.err, between, details).trimEnd())
    const { approved, name } = await approve(output, optionValues, {
      environment: planned.environment,
      changes: between,
      question: `Restore ${what}version ${version} of ${target.label}: ${countChanges(between, details)}?`,
      isRestore: request.keys.length === 0,
    })
    if (!approved) {
      output.info('Nothing was written.')
      return 1
    }
    const { environment, warnings } = await withConfirmation(output, name, (confirmed) =>
      withAccessHint(
        connection,
        target,
        'write',
        writeRollback(connection, target, { ...request, ...planned }, confirmed),
      ),
    )
    printWarnings(output, warnings)
    output.info(`Restored ${what}version ${version} of ${target.label} as version ${environment.version}.`)
    return answer(environment.version)
  },
})
