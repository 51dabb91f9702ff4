import { listProjects } from '@envhold/contract/projects.ts'
import { command } from '../command.ts'
import { serverOption } from '../options.ts'
import { sanitize } from '../output/sanitize.ts'
import { table } from '../output/table.ts'
import { watchActivityHead } from '../remote/activity-head.ts'
import { connect, requirePersonalToken } from '../remote/connect.ts'

export const projects = command({
  name: 'projects',
  summary: 'List your projects, and those shared with you (also: list)',
  operands: '',
  minimum: 0,
  maximum: 0,
  options: serverOption,
  details:
    'ROLE is what you may do: owner, write, or read. The environments and variables counted are those you see.',
  examples: [
    ['envhold projects', ''],
    ['envhold projects --json', 'For scripts'],
  ],
  async run({ options, settings, output }) {
    const connection = await connect(settings, options)
    requirePersonalToken(connection, 'projects')
    const watched = watchActivityHead(settings, output, connection)
    const { projects: all } = await output.during('Reading …', connection.client.call(listProjects, {}))
    await watched
    if (all.length === 0)
      output.say(`There is no project yet. Make one on ${connection.server}/dashboard, or ask to be invited.`)
    output.result({ projects: all }, () =>
      all.length === 0
        ? ''
        : table(
            output.out,
            ['ID', 'PROJECT', 'ROLE', 'ENVIRONMENTS', 'VARIABLES', 'OWNER'],
            all.map((project) => [
              String(project.id),
              project.name,
              project.user_role,
              String(project.environment_count),
              String(project.variable_count),
              project.owner_username,
            ]),
          ),
    )
    for (const { name, owner_username } of all.filter((project) => project.keys_pending))
      output.say(
        `The keys of ${sanitize(name)} are not there yet: ${sanitize(owner_username)} brings them by opening Envhold.`,
      )
    return 0
  },
})
