import { listVersions } from '@envhold/contract/versions.ts'
import type { Call } from '../command.ts'
import { command } from '../command.ts'
import { targetOptions } from '../options.ts'
import { ago } from '../output/ago.ts'
import { table } from '../output/table.ts'
import { authorOf, changesOf } from '../output/version-line.ts'
import { withAccessHint } from '../remote/access-hint.ts'
import { watchActivityHead } from '../remote/activity-head.ts'
import { chooseTarget } from '../remote/choose-target.ts'
import { connect, requirePersonalToken } from '../remote/connect.ts'
import { UsageError } from '../user-error.ts'

const options = {
  ...targetOptions,
  limit: { type: 'string', short: 'n', value: 'N', help: 'Number of versions, at most 200 (default 20)' },
} as const

const limitOf = (text: string | undefined): number => {
  const limit = Number(text ?? 20)
  if (!Number.isInteger(limit) || limit < 1 || limit > 200)
    throw new UsageError('--limit must be a number from 1 to 200.')
  return limit
}

export const history = command({
  name: 'history',
  summary: 'List the versions of an environment',
  operands: '',
  minimum: 0,
  maximum: 0,
  options,
  details: 'Shows who changed which names, and when: + added, ~ changed, - removed.',
  examples: [
    ['envhold history', 'The newest 20 versions'],
    ['envhold history --env production --limit 100 --json', 'For scripts'],
  ],
  async run({ options: given, settings, output }: Call<typeof options>) {
    const limit = limitOf(given.limit)
    const connection = await connect(settings, given)
    requirePersonalToken(connection, 'history')
    const watched = watchActivityHead(settings, output, connection)
    const target = await chooseTarget(connection, given)
    const answer = await output.during(
      'Reading …',
      withAccessHint(
        connection,
        target,
        'read',
        connection.client.call(listVersions, { params: { id: target.environmentId }, query: { limit } }),
      ),
    )
    await watched
    const { versions, hasMore, whole_from } = answer
    if (versions.length === 0) output.say(`${target.label} has no versions yet.`)
    output.result({ environment: target.label, ...answer }, () =>
      versions.length === 0
        ? ''
        : table(
            output.out,
            ['VERSION', 'WHEN', 'WHO', 'CHANGES'],
            versions.map((version) => [
              String(version.version),
              ago(version.created_at, Date.now()),
              authorOf(version),
              changesOf(version),
            ]),
          ),
    )
    if (hasMore) output.say(`For older versions: envhold history --limit ${Math.min(200, limit * 2)}`)
    else if (whole_from && whole_from.version > 1)
      output.say(`Versions before ${whole_from.version} are no longer stored.`)
    return 0
  },
})
