import { sanitize } from '@envhold/command/sanitize.ts'
import { UsageError, UserError } from '@envhold/command/user-error.ts'
import type { InputOf } from '@envhold/contract/endpoint.ts'
import {
  createEnvironment,
  type Environment,
  environmentColor,
  environmentColors,
  updateEnvironment,
} from '@envhold/contract/environments/environments.ts'
import { formatCount } from '@envhold/contract/format-count.ts'
import { listVariableNames, writeVariables } from '@envhold/contract/variables/variables.ts'
import { type Call, confirmOption, projectOption } from '../command.ts'
import { explainError } from '../output/explain-error.ts'
import { explainOwnerOnly, withAccessHint } from './access-hint.ts'
import { type ChosenProject, chooseProject, chooseTarget, findEnvironment } from './choose-target.ts'
import type { Connection } from './client-for.ts'
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
    help: 'Its color in the web app',
  },
  'names-of': {
    type: 'string',
    value: 'ENV',
    help: 'Create it with the same names, empty, as ENV or PROJECT/ENV',
  },
  ...confirmOption,
} as const

type EnvironmentsCall = Call<typeof environmentOptions>

function readChanges({
  options: optionValues,
}: EnvironmentsCall): NonNullable<InputOf<typeof updateEnvironment>['body']> {
  const isProtected = optionValues.protect ? true : optionValues['no-protect'] ? false : undefined
  const color =
    environmentColors.find((color) => color === optionValues.color) ??
    (optionValues.color === 'auto' ? null : undefined)
  if (isProtected === undefined && color === undefined)
    throw new UsageError('Nothing to change.', 'Pass --protect, --no-protect or --color COLOR.')
  return {
    ...(isProtected !== undefined && { protected: isProtected }),
    ...(color !== undefined && { color }),
  }
}

/** `envhold environments update NAME` */
async function updateNamed(call: EnvironmentsCall): Promise<number> {
  const [, name = ''] = call.operands
  if (call.options['names-of'] !== undefined)
    throw new UsageError('--names-of is for creating an environment.')
  const changes = readChanges(call)
  const { options: optionValues, settings, output } = call
  const connection = await connect(settings, optionValues, output)
  requirePersonalToken(connection, 'environments update')
  const project = await chooseProject(connection, optionValues)
  const environment = await findEnvironment(connection, project, { id: null, name })
  const location = {
    projectId: project.id,
    environmentId: environment.id,
    label: sanitize(`${project.name}/${environment.name}`),
  }
  const { environment: changed } = await withConfirmation(output, optionValues.confirm, (confirmed) =>
    withAccessHint(
      connection,
      location,
      'write',
      connection.client
        .call(updateEnvironment, { params: { id: environment.id }, body: changes }, confirmed)
        .catch(async (error) => {
          throw await explainOwnerOnly(connection, project.id, 'changes environments', error)
        }),
    ),
  )
  const state = changed.protected ? 'protected' : 'not protected'
  output.info(`${sanitize(`${project.name}/${changed.name}`)}: ${state}, ${environmentColor(changed)}.`)
  if (output.json) output.result({ environment: changed }, () => '')
  return 0
}

/** `ENV` of this project, or `PROJECT/ENV`: the name of an environment has no slash. */
async function readNames(connection: Connection, place: ChosenProject, typed: string): Promise<string[]> {
  const slash = typed.lastIndexOf('/')
  const project = slash < 0 ? String(place.id) : typed.slice(0, slash)
  const env = typed.slice(slash + 1)
  if (project === '' || env === '') throw new UsageError('Write --names-of ENV or --names-of PROJECT/ENV.')
  const source = await chooseTarget(connection, { project, env })
  const { names } = await withAccessHint(
    connection,
    source,
    'read',
    connection.client.call(listVariableNames, { params: { id: source.environmentId } }),
  )
  return names
}

async function fill({ client }: Connection, { id, version }: Environment, label: string, names: string[]) {
  const variables = Object.fromEntries(names.map((name) => [name, '']))
  try {
    const body = { variables, mode: 'merge' } as const
    return (await client.call(writeVariables, { params: { id }, body }, { ifMatch: version })).environment
  } catch (error) {
    const why = explainError(error)
    if (!why) throw error
    throw new UserError(
      `${label} was created, but is empty: ${why.message}`,
      `${why.hint}\nTo add the names then: envhold set KEY= …`.trim(),
      why.code,
    )
  }
}

/** `envhold environments create NAME` */
async function createNamed({ options: optionValues, operands, settings, output }: EnvironmentsCall) {
  const [, name = ''] = operands
  const connection = await connect(settings, optionValues, output)
  requirePersonalToken(connection, 'environments create')
  const place = await chooseProject(connection, optionValues)
  const names =
    optionValues['names-of'] === undefined ? [] : await readNames(connection, place, optionValues['names-of'])
  const color = environmentColors.find((color) => color === optionValues.color)
  const isProtected = optionValues.protect ? true : optionValues['no-protect'] ? false : undefined
  const body = { name, ...(color && { color }), ...(isProtected !== undefined && { protected: isProtected }) }
  const { environment: empty } = await output.during(
    'Writing …',
    connection.client
      .call(createEnvironment, { params: { projectId: place.id }, body })
      .catch(async (error) => {
        throw await explainOwnerOnly(connection, place.id, 'creates environments', error)
      }),
  )
  const label = sanitize(`${place.name}/${empty.name}`)
  const environment = names.length === 0 ? empty : await fill(connection, empty, label, names)
  const state = environment.protected ? 'protected' : 'not protected'
  const contents = names.length === 0 ? 'empty' : `${formatCount(names.length, 'variable')} without values`
  output.info(`Created ${label}: ${contents}, ${state}, ${environmentColor(environment)}.`)
  if (output.json) output.result({ environment }, () => '')
  return 0
}

const verbs: Readonly<Record<string, (call: EnvironmentsCall) => Promise<number>>> = {
  create: createNamed,
  update: updateNamed,
}

/** `envhold environments create NAME` or `update NAME` */
export async function changeEnvironment(call: EnvironmentsCall): Promise<number> {
  const [word = '', name] = call.operands
  const verb = Object.hasOwn(verbs, word) ? verbs[word] : undefined
  if (!verb || name === undefined)
    throw new UsageError(
      'Write: envhold environments create NAME, or envhold environments update NAME.',
      'Without operands, it lists them.',
    )
  if (call.options.protect && call.options['no-protect'])
    throw new UsageError('Pass --protect or --no-protect, not both.')
  return verb(call)
}
