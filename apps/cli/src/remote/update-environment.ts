import { sanitize } from '@envhold/command/sanitize.ts'
import { UsageError } from '@envhold/command/user-error.ts'
import type { InputOf } from '@envhold/contract/endpoint.ts'
import { environmentColor, environmentColors } from '@envhold/contract/environments/environment-color.ts'
import { updateEnvironment } from '@envhold/contract/environments/environments.ts'
import type { Call } from '../command.ts'
import { confirmOption, projectOption } from '../options.ts'
import { withAccessHint } from './access-hint.ts'
import { chooseProject, findEnvironment } from './choose-target.ts'
import { connect, requirePersonalToken } from './connect.ts'
import { withConfirmation } from './with-confirmation.ts'

/** The options of `envhold environments`. */
export const environmentOptions = {
  ...projectOption,
  protect: { type: 'boolean', help: 'Protect the environment' },
  'no-protect': { type: 'boolean', help: 'Remove its protection, or create it without' },
  color: {
    type: 'string',
    value: 'COLOR',
    choices: [...environmentColors, 'auto'],
    help: 'Its colour in the web app',
  },
  'names-of': {
    type: 'string',
    value: 'ENV',
    help: 'Create it with the same names, empty, as ENV or PROJECT/ENV',
  },
  ...confirmOption,
} as const

export type EnvironmentsCall = Call<typeof environmentOptions>

function readChanges({
  options: given,
}: EnvironmentsCall): NonNullable<InputOf<typeof updateEnvironment>['body']> {
  const isProtected = given.protect ? true : given['no-protect'] ? false : undefined
  const color =
    environmentColors.find((one) => one === given.color) ?? (given.color === 'auto' ? null : undefined)
  if (isProtected === undefined && color === undefined)
    throw new UsageError('Nothing to change.', 'Pass --protect, --no-protect or --color COLOR.')
  return {
    ...(isProtected !== undefined && { protected: isProtected }),
    ...(color !== undefined && { color }),
  }
}

/** `envhold environments update NAME` */
export async function updateNamed(call: EnvironmentsCall): Promise<number> {
  const [, name = ''] = call.operands
  if (call.options['names-of'] !== undefined)
    throw new UsageError('--names-of is for creating an environment.')
  const changes = readChanges(call)
  const { options: given, settings, output } = call
  const connection = await connect(settings, given, output)
  requirePersonalToken(connection, 'environments update')
  const project = await chooseProject(connection, given)
  const found = await findEnvironment(connection, project, { id: null, name })
  const location = { projectId: project.id, label: sanitize(`${project.name}/${found.name}`) }
  const { environment: changed } = await withConfirmation(output, given.confirm, (confirmed) =>
    withAccessHint(
      connection,
      location,
      'write',
      connection.client.call(updateEnvironment, { params: { id: found.id }, body: changes }, confirmed),
    ),
  )
  const state = changed.protected ? 'protected' : 'not protected'
  output.info(`${sanitize(`${project.name}/${changed.name}`)}: ${state}, ${environmentColor(changed)}.`)
  if (output.json) output.result({ environment: changed }, () => '')
  return 0
}
