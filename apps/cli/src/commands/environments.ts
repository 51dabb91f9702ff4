import { sanitize } from '@envhold/command/sanitize.ts'
import {
  type Environment,
  environmentColor,
  listEnvironments,
} from '@envhold/contract/environments/environments.ts'
import { type Call, command } from '../command.ts'
import { ago } from '../output/ago.ts'
import { table } from '../output/output.ts'
import { withAccessHint } from '../remote/access-hint.ts'
import { watchActivityHead } from '../remote/activity-head.ts'
import { changeEnvironment, environmentOptions } from '../remote/change-environment.ts'
import { chooseProject } from '../remote/choose-target.ts'
import { connect, requirePersonalToken } from '../remote/connect.ts'

export const environments = command({
  name: 'environments',
  summary: 'List the environments of a project that you can access, create or change one',
  operands: '[create|update NAME]',
  words: ['create', 'update'],
  minimum: 0,
  maximum: 2,
  options: environmentOptions,
  details:
    'The owner of a project can protect an environment: whatever replaces or deletes variables in it then asks for its name, or needs\n' +
    '--confirm NAME. Removing the protection does, too. Adding variables and reading never ask.\n\n' +
    'A new environment is empty, or has the names of another without their values. One named production, prod or live is protected\n' +
    'unless you pass --no-protect.',
  examples: [
    ['envhold environments', 'In this folder’s project'],
    ['envhold environments --project shop', 'In another project'],
    ['envhold environments create staging', 'A new one, empty'],
    ['envhold environments create qa --names-of staging --color indigo', 'With the same names, empty'],
    ['envhold environments update staging --protect', 'Ask before something is replaced or deleted'],
    ['envhold environments update production --no-protect --confirm production', 'For scripts'],
    ['envhold environments update qa --color indigo', 'auto is the color of its name'],
  ],
  async run(call: Call<typeof environmentOptions>) {
    if (call.operands.length > 0) return await changeEnvironment(call)
    const { options: optionValues, settings, output } = call
    const connection = await connect(settings, optionValues, output)
    requirePersonalToken(connection, 'environments')
    const watched = watchActivityHead(settings, output, connection)
    const { id: projectId, name, project } = await chooseProject(connection, optionValues)
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
      output.info(
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
              changeText(environment, Date.now()),
            ]),
          ),
    )
    return 0
  },
})

/** When the variables changed last and who changed them, or 'never'. */
const changeText = ({ last_change: last }: Environment, now: number): string =>
  last
    ? [ago(last.at, now), ...(last.author.username ? [`by ${last.author.username}`] : [])].join(' ')
    : 'never'
