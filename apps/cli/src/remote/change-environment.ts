import { sanitize } from '@envhold/command/sanitize.ts'
import { UsageError, UserError } from '@envhold/command/user-error.ts'
import { environmentColor, environmentColors } from '@envhold/contract/environments/environment-color.ts'
import { createEnvironment, type Environment } from '@envhold/contract/environments/environments.ts'
import { listVariableNames, writeVariables } from '@envhold/contract/variables/variables.ts'
import { explainError } from '../output/explain-error.ts'
import { explainRejectedCreation, withAccessHint } from './access-hint.ts'
import { type ChosenProject, chooseProject, chooseTarget } from './choose-target.ts'
import { connect, requirePersonalToken } from './connect.ts'
import type { Connection } from './connection.ts'
import { type EnvironmentsCall, updateNamed } from './update-environment.ts'

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
async function createNamed({ options: given, operands, settings, output }: EnvironmentsCall) {
  const [, name = ''] = operands
  const connection = await connect(settings, given, output)
  requirePersonalToken(connection, 'environments create')
  const place = await chooseProject(connection, given)
  const names = given['names-of'] === undefined ? [] : await readNames(connection, place, given['names-of'])
  const color = environmentColors.find((one) => one === given.color)
  const isProtected = given.protect ? true : given['no-protect'] ? false : undefined
  const body = { name, ...(color && { color }), ...(isProtected !== undefined && { protected: isProtected }) }
  const { environment: empty } = await output.during(
    'Writing …',
    connection.client
      .call(createEnvironment, { params: { projectId: place.id }, body })
      .catch(async (error) => {
        throw await explainRejectedCreation(connection, place.id, error)
      }),
  )
  const label = sanitize(`${place.name}/${empty.name}`)
  const environment = names.length === 0 ? empty : await fill(connection, empty, label, names)
  const state = environment.protected ? 'protected' : 'not protected'
  const contents =
    names.length === 0
      ? 'empty'
      : `${names.length} ${names.length === 1 ? 'variable' : 'variables'} without values`
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
