import { UsageError } from '@envhold/command/user-error.ts'
import { type Call, command, targetOptions } from '../command.ts'
import { nextCommand } from '../output/next-command.ts'
import { versionsTable } from '../output/versions-table.ts'
import { withAccessHint } from '../remote/access-hint.ts'
import { watchActivityHead } from '../remote/activity-head.ts'
import { chooseTarget } from '../remote/choose-target.ts'
import { connect, requirePersonalToken } from '../remote/connect.ts'
import { printKeyHistory } from '../remote/print-key-history.ts'
import { listNewestVersions } from '../remote/report-written-since.ts'

const options = {
  ...targetOptions,
  limit: { type: 'string', short: 'n', value: 'N', help: 'Number of versions, at most 200 (default 20)' },
  values: { type: 'boolean', help: 'With KEY: also print its value in each version' },
} as const

const maxLimit = 200

const limitOf = (text: string | undefined): number => {
  const limit = Number(text ?? 20)
  if (!Number.isInteger(limit) || limit < 1 || limit > maxLimit)
    throw new UsageError(`--limit must be a number from 1 to ${maxLimit}.`)
  return limit
}

export const history = command({
  name: 'history',
  summary: 'List the versions of an environment, or the changes of one variable',
  operands: '[KEY]',
  options,
  details:
    'Shows who changed which names, and when: + added, ~ changed, - removed. With KEY, only the versions that changed it. Values are\n' +
    'masked, and not even read, unless you pass --values.',
  examples: [
    ['envhold history', 'The newest 20 versions'],
    ['envhold history DATABASE_URL', 'Who changed one variable, and when'],
    ['envhold history --env production --limit 100 --json', 'For scripts'],
  ],
  async run({ options: optionValues, operands, settings, output }: Call<typeof options>) {
    const limit = limitOf(optionValues.limit)
    const [key] = operands
    if (optionValues.values && key === undefined) throw new UsageError('--values needs a KEY.')
    const connection = await connect(settings, optionValues, output)
    requirePersonalToken(connection, 'history')
    const watched = watchActivityHead(settings, output, connection)
    const target = await chooseTarget(connection, optionValues)
    const longer = { ...optionValues, limit: String(Math.min(maxLimit, limit * 2)) }
    const older = (what: string) =>
      limit === maxLimit
        ? `Older ${what} are not listed: --limit can be ${maxLimit} at most.`
        : `For older ${what}: ${nextCommand('history', operands, longer)}`
    if (key !== undefined) {
      await printKeyHistory(output, connection, target, {
        key,
        limit,
        values: optionValues.values,
        older: older('changes'),
      })
      await watched
      return 0
    }
    const answer = await output.during(
      'Reading …',
      withAccessHint(connection, target, 'read', listNewestVersions(connection, target.environmentId, limit)),
    )
    await watched
    const { versions, hasMore, whole_from } = answer
    if (versions.length === 0) output.info(`${target.label} has no versions yet.`)
    output.result({ environment: target.label, ...answer }, () =>
      versions.length === 0 ? '' : versionsTable(output.out, versions),
    )
    if (hasMore) output.info(older('versions'))
    else if (whole_from && whole_from.version > 1)
      output.info(`Versions before ${whole_from.version} are no longer stored.`)
    return 0
  },
})
