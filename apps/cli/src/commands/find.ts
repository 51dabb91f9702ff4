import { ApiError } from '@envhold/client/api-error.ts'
import { sanitize } from '@envhold/command/sanitize.ts'
import { UsageError } from '@envhold/command/user-error.ts'
import type { InputOf } from '@envhold/contract/endpoint.ts'
import { formatCount } from '@envhold/contract/format-count.ts'
import { argon2TimeoutMs } from '@envhold/contract/limits.ts'
import {
  type FoundVariable,
  findSameValues,
  findVariables,
  maxFound,
} from '@envhold/contract/variables/find.ts'
import { listVariableNames } from '@envhold/contract/variables/variables.ts'
import { listVersions } from '@envhold/contract/variables/versions.ts'
import { type Call, command, targetOptions } from '../command.ts'
import { readValue } from '../output/ask.ts'
import { type Output, table } from '../output/output.ts'
import { unknownVariables, unknownVersion } from '../output/variable-fields.ts'
import { withAccessHint } from '../remote/access-hint.ts'
import { watchActivityHead } from '../remote/activity-head.ts'
import { chooseTarget, type Target } from '../remote/choose-target.ts'
import type { Connection } from '../remote/client-for.ts'
import { connect, requirePersonalToken } from '../remote/connect.ts'
import { findProject } from '../remote/find-project.ts'

const options = {
  ...targetOptions,
  'same-as': {
    type: 'string',
    value: 'KEY',
    help: 'Find the variables that have the same value as this one of the environment',
  },
  at: { type: 'string', value: 'VERSION', help: 'With --same-as: the value that it had in this version' },
  value: { type: 'string', value: '-', help: 'Find the variables that have the value on standard input' },
  raw: { type: 'boolean', help: 'Keep every byte of stdin, also the newline at the end of one line' },
  in: {
    type: 'list',
    commas: true,
    value: 'PROJECT',
    help: 'With --same-as or --value: only search this project; several with commas, or repeated',
  },
} as const

type FindCall = Call<typeof options>

/** What both calls return. */
interface Answer {
  readonly matches: readonly FoundVariable[]
  readonly total: number
  readonly projects: number
  readonly searched: number
  readonly unsearched: number
  readonly nearest?: string | null
}

export const find = command({
  name: 'find',
  summary: 'Find where a variable or a value is used, in all your projects',
  operands: '[NAME|PATTERN]',
  minimum: 0,
  maximum: 1,
  options,
  details:
    'In a PATTERN, * stands for any characters and ? for one; upper and lower case are the same. Quote it, so that your shell leaves it alone.\n' +
    'Finding names reads no value. With --same-as or --value, the server opens the values that you can read and compares them; each\n' +
    'project records that you did. A value is never printed. Exits 1 when nothing is found.',
  examples: [
    ['envhold find SENDGRID_API_KEY', 'The projects and environments that have it'],
    ["envhold find 'SENDGRID_*'", 'Every name that begins so'],
    ['envhold find --same-as SENDGRID_API_KEY --env production', 'Where the same value is, under any name'],
    ['envhold find --value - < leaked.txt', 'Whether a value that leaked is in use'],
  ],
  async run(call: FindCall) {
    const { options: given, operands, settings, output } = call
    requireOneKind(call)
    const connection = await connect(settings, given, output)
    requirePersonalToken(connection, 'find')
    const watched = watchActivityHead(settings, output, connection)
    const answer = await (operands[0] === undefined
      ? findValue(connection, call)
      : output.during('Looking …', findNames(connection, operands[0])))
    await watched
    output.result(answer, () => (answer.total === 0 ? '' : rowsOf(output, answer.matches)))
    report(output, answer, operands[0])
    return answer.total === 0 ? 1 : 0
  },
})

/** @throws UsageError */
function requireOneKind({ options: given, operands }: FindCall): void {
  const byValue = given['same-as'] !== undefined || given.value !== undefined
  if (operands.length + Number(given['same-as'] !== undefined) + Number(given.value !== undefined) !== 1)
    throw new UsageError('Pass one of NAME, --same-as KEY and --value -.')
  if (given.value !== undefined && given.value !== '-')
    throw new UsageError(
      'A value in the command line can be seen by other users of this machine.',
      'Pass --value - and type it, or send it on standard input.',
    )
  if (given.in.length > 0 && !byValue) throw new UsageError('--in needs --same-as or --value.')
  if (given.at !== undefined && given['same-as'] === undefined) throw new UsageError('--at needs --same-as.')
  if (given.at !== undefined && !/^[1-9]\d{0,14}$/.test(given.at))
    throw new UsageError('--at must be the number of a version.', 'See: envhold history')
  if (given.raw && given.value === undefined) throw new UsageError('--raw needs --value.')
}

const findNames = ({ client }: Connection, name: string): Promise<Answer> => {
  if (!/^[A-Za-z0-9_*?]{1,255}$/.test(name))
    throw new UsageError('NAME can have letters, digits and _, and * and ? as wildcards.')
  return client.call(findVariables, { body: { name, limit: maxFound } })
}

async function findValue(connection: Connection, { options: given, output }: FindCall): Promise<Answer> {
  const projects: number[] = []
  for (const name of given.in) projects.push((await findProject(connection, { id: null, name })).id)
  const only = projects.length > 0 ? { projects } : {}
  const key = given['same-as']
  const look = (body: NonNullable<InputOf<typeof findSameValues>['body']>) =>
    connection.client.call(findSameValues, { body }, { timeoutMs: argon2TimeoutMs })
  if (key === undefined) {
    const value = await readValue('Value (hidden): ', given.raw)
    return await output.during('Comparing …', look({ value, ...only }))
  }
  const target = await chooseTarget(connection, given)
  const version = given.at === undefined ? {} : { version: Number(given.at) }
  const answer = look({ environment_id: target.environmentId, keys: [key], ...version, ...only }).catch(
    async (error) => {
      throw await explainUnknown(connection, target, { key, ...version }, error)
    },
  )
  return await output.during('Comparing …', withAccessHint(connection, target, 'read', answer))
}

/** Whether the version or the variable does not exist. @returns what to throw */
async function explainUnknown(
  { client }: Connection,
  { environmentId, label }: Target,
  { key, version }: { readonly key: string; readonly version?: number },
  error: unknown,
): Promise<unknown> {
  if (!(error instanceof ApiError) || error.code !== 'NOT_FOUND') return error
  const params = { id: environmentId }
  const { names } = await client.call(listVariableNames, { params })
  const others = names.filter((name) => name !== key)
  if (version === undefined) return unknownVariables([key], others, label)
  const query = { limit: 1, before: version + 1 }
  const { versions } = await client.call(listVersions, { params, query })
  return versions[0]?.version === version
    ? unknownVariables([key], others, `Version ${version} of ${label}`)
    : unknownVersion(version, label)
}

function rowsOf(output: Output, matches: readonly FoundVariable[]): string {
  return table(
    output.out,
    ['VARIABLE', 'PROJECT', 'OWNER', 'ROLE', 'ENVIRONMENTS'],
    matches.map(({ key, project, environments }) => [
      key,
      project.name,
      project.owner_username,
      project.user_role,
      environments.map(({ name }) => name).join(', '),
    ]),
  )
}

/** Counts on stderr, so that standard output has the list alone. */
function report(output: Output, answer: Answer, name: string | undefined): void {
  const { matches, total, projects, searched, unsearched, nearest } = answer
  if (total > 0) output.info(`${formatCount(total, 'variable')} in ${formatCount(projects, 'project')}.`)
  else if (name === undefined)
    output.info(`No other variable in ${formatCount(searched, 'environment')} has this value.`)
  else output.info(`No variable in ${formatCount(searched, 'environment')} is called ${sanitize(name)}.`)
  if (nearest) output.info(`Did you mean: envhold find '${sanitize(nearest)}*'`)
  if (matches.length < total) output.info(`Only ${matches.length} of them are listed.`)
  if (unsearched > 0)
    output.warn(
      name === undefined
        ? `${formatCount(unsearched, 'environment')} could not be searched: you have no key for them yet, or they are damaged.`
        : `${formatCount(unsearched, 'environment')} could not be searched: the names are damaged, or stored by the next change there.`,
    )
}
