import { listEnvironments } from '@envhold/contract/environments.ts'
import { command } from '../command.ts'
import { projectOption } from '../options.ts'
import { ago } from '../output/ago.ts'
import { sanitize } from '../output/sanitize.ts'
import { table } from '../output/table.ts'
import { withAccessHint } from '../remote/access-hint.ts'
import { watchActivityHead } from '../remote/activity-head.ts'
import { chooseProject } from '../remote/choose-target.ts'
import { connect, requirePersonalToken } from '../remote/connect.ts'

export const environments = command({
  name: 'environments',
  summary: 'List the environments of a project that you can access',
  operands: '',
  minimum: 0,
  maximum: 0,
  options: projectOption,
  examples: [
    ['envhold environments', 'In this folder’s project'],
    ['envhold environments --project shop', 'In another project'],
  ],
  async run({ options, settings, output }) {
    const connection = await connect(settings, options)
    requirePersonalToken(connection, 'environments')
    const watched = watchActivityHead(settings, output, connection)
    const { id: projectId, name, project } = await chooseProject(connection, options)
    const label = sanitize(name)
    const { environments: all } = await output.during(
      'Reading …',
      withAccessHint(
        connection,
        { projectId, label, project },
        'read',
        connection.client.call(listEnvironments, { params: { projectId } }),
      ),
    )
    await watched
    if (all.length === 0)
      output.say(
        project && project.user_role !== 'owner'
          ? `No environment of ${label} is shared with you. Ask its owner, ${sanitize(project.owner_username)}, for access.`
          : `${label} has no environments yet.`,
      )
    output.result({ environments: all }, () =>
      all.length === 0
        ? ''
        : table(
            output.out,
            ['ID', 'ENVIRONMENT', 'VERSION', 'VARIABLES', 'CHANGED'],
            all.map((environment) => [
              String(environment.id),
              environment.name,
              String(environment.version),
              String(environment.variable_count),
              ago(environment.updated_at, Date.now()),
            ]),
          ),
    )
    return 0
  },
})
