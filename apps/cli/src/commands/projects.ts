import { sanitize } from '@envhold/command/sanitize.ts'
import { listProjects } from '@envhold/contract/projects/projects.ts'
import { command, serverOption } from '../command.ts'
import { table } from '../output/output.ts'
import { watchActivityHead } from '../remote/activity-head.ts'
import { connect, requirePersonalToken } from '../remote/connect.ts'

export const projects = command({
  name: 'projects',
  summary: 'List your projects, and those shared with you (also: list)',
  options: serverOption,
  details: 'ROLE is owner, write or read. The counts include only the environments that you can access.',
  examples: [
    ['envhold projects', ''],
    ['envhold projects --json', 'For scripts'],
  ],
  async run({ options, settings, output }) {
    const connection = await connect(settings, options, output)
    requirePersonalToken(connection, 'projects')
    const watched = watchActivityHead(settings, output, connection)
    const { projects: all } = await output.during('Reading …', connection.client.call(listProjects, {}))
    await watched
    if (all.length === 0)
      output.info(
        `You have no projects yet. Create one on ${connection.server}/dashboard, or ask for an invitation.`,
      )
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
      output.info(
        `You have no keys for ${sanitize(name)} yet. You get them when ${sanitize(owner_username)} next unlocks Envhold.`,
      )
    return 0
  },
})
