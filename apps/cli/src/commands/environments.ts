import { environmentColor } from '@envhold/contract/environment-color.ts'
import { listEnvironments } from '@envhold/contract/environments.ts'
import type { Call } from '../command.ts'
import { command } from '../command.ts'
import { ago } from '../output/ago.ts'
import { sanitize } from '../output/sanitize.ts'
import { table } from '../output/table.ts'
import { withAccessHint } from '../remote/access-hint.ts'
import { watchActivityHead } from '../remote/activity-head.ts'
import { chooseProject } from '../remote/choose-target.ts'
import { connect, requirePersonalToken } from '../remote/connect.ts'
import { environmentOptions, updateNamed } from '../remote/update-environment.ts'

export const environments = command({
  name: 'environments',
  summary: 'List the environments of a project that you can access, or change one',
  operands: '[update NAME]',
  minimum: 0,
  maximum: 2,
  options: environmentOptions,
  details:
    'The owner of a project can protect an environment: whatever replaces or deletes variables in it then asks for its name, or needs\n' +
    '--confirm NAME. Removing the protection does, too. Adding variables and reading never ask.',
  examples: [
    ['envhold environments', 'In this folder’s project'],
    ['envhold environments --project shop', 'In another project'],
    ['envhold environments update staging --protect', 'Ask before something is replaced or deleted'],
    ['envhold environments update production --no-protect --confirm production', 'For scripts'],
    ['envhold environments update qa --color indigo', 'auto is the colour of its name'],
  ],
  async run(call: Call<typeof environmentOptions>) {
    if (call.operands.length > 0) return await updateNamed(call)
    const { options: given, settings, output } = call
    const connection = await connect(settings, given, output)
    requirePersonalToken(connection, 'environments')
    const watched = watchActivityHead(settings, output, connection)
    const { id: projectId, name, project } = await chooseProject(connection, given)
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
            ['ID', 'ENVIRONMENT', 'VERSION', 'VARIABLES', 'PROTECTED', 'COLOR', 'CHANGED'],
            all.map((environment) => [
              String(environment.id),
              environment.name,
              String(environment.version),
              String(environment.variable_count),
              environment.protected ? 'yes' : 'no',
              environmentColor(environment),
              ago(environment.updated_at, Date.now()),
            ]),
          ),
    )
    return 0
  },
})
