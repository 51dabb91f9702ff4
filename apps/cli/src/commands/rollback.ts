import { ApiError } from '@envhold/client/api-error.ts'
import { readVariables } from '@envhold/contract/variables.ts'
import { readVersion, restoreVersion } from '@envhold/contract/versions.ts'
import { difference } from '@envhold/formats/difference.ts'
import { toVariables } from '@envhold/formats/variables.ts'
import type { Call } from '../command.ts'
import { command } from '../command.ts'
import { targetOptions, yesOption } from '../options.ts'
import { confirm } from '../output/ask.ts'
import { changeLines, countChanges, nothingChanged } from '../output/changes.ts'
import { printWarnings } from '../output/print-warnings.ts'
import { requireWriteAccess, withAccessHint } from '../remote/access-hint.ts'
import { watchActivityHead } from '../remote/activity-head.ts'
import type { Target } from '../remote/choose-target.ts'
import { chooseTarget } from '../remote/choose-target.ts'
import type { Connection } from '../remote/connect.ts'
import { connect, requirePersonalToken } from '../remote/connect.ts'
import { UsageError, UserError } from '../user-error.ts'

const options = { ...targetOptions, ...yesOption }

/** What the rollback would change, and the version it was compared with. */
async function preview({ client }: Connection, { environmentId: id, label }: Target, version: number) {
  const now = await client.call(readVariables, { params: { id } })
  try {
    const then = await client.call(readVersion, { params: { id, version } })
    const between = difference(toVariables(now.variables), toVariables(then.variables))
    return { between, present: now.version }
  } catch (error) {
    if (error instanceof ApiError && error.code === 'NOT_FOUND')
      throw new UserError(`${label} has no version ${version}.`, 'To list them: envhold history', 'NOT_FOUND')
    throw error
  }
}

export const rollback = command({
  name: 'rollback',
  summary: 'Restore an old version as the newest one',
  operands: 'N',
  minimum: 1,
  maximum: 1,
  options,
  details:
    'Shows the names that would change, and asks. The history stays complete: a rollback is a new version.',
  examples: [
    ['envhold rollback 7', 'Back to version 7'],
    ['envhold rollback 7 --env production --yes', 'Without asking'],
  ],
  async run({ options: given, operands, settings, output }: Call<typeof options>) {
    const wanted = Number(operands[0])
    if (!Number.isSafeInteger(wanted) || wanted < 1)
      throw new UsageError('N must be the number of a version.', 'To list them: envhold history')
    const connection = await connect(settings, given)
    requirePersonalToken(connection, 'rollback')
    const watched = watchActivityHead(settings, output, connection)
    const target = await chooseTarget(connection, given)
    const [{ between, present }] = await output.during(
      'Reading …',
      Promise.all([
        withAccessHint(connection, target, 'read', preview(connection, target, wanted)),
        requireWriteAccess(connection, target),
      ]),
    )
    await watched
    const answer = (version: number) => {
      const { added, changed, removed } = between
      if (output.json)
        output.result({ environment: target.label, version, added, changed, removed }, () => '')
      return 0
    }
    if (nothingChanged(between)) {
      output.say(`${target.label} is already identical to version ${wanted} (version ${present}).`)
      return answer(present)
    }
    output.say(changeLines(output.err, between).trimEnd())
    const question = `Restore version ${wanted} of ${target.label}: ${countChanges(between)}?`
    if (!(await confirm(output, given.yes, question))) {
      output.say('Nothing was written.')
      return 1
    }
    const { environment, warnings } = await withAccessHint(
      connection,
      target,
      'write',
      connection.client.call(
        restoreVersion,
        { params: { id: target.environmentId, version: wanted } },
        { ifMatch: present },
      ),
    )
    printWarnings(output, warnings)
    output.say(`Restored version ${wanted} of ${target.label} as version ${environment.version}.`)
    return answer(environment.version)
  },
})
