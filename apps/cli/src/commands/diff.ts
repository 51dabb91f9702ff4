import { UsageError } from '@envhold/command/user-error.ts'
import { compareEnvironments } from '@envhold/contract/variables/variables.ts'
import { detailDifference, difference } from '@envhold/formats/difference.ts'
import { replaceVariables } from '@envhold/formats/variables.ts'
import { type Call, command, readDialectOption, readFormatOption, targetOptions } from '../command.ts'
import { chooseReadForm } from '../config/output-format.ts'
import { readVariablesFile } from '../files/read-variables-file.ts'
import {
  type ChangedDetails,
  type Changes,
  changeLines,
  countChanges,
  noDetails,
  noDetailsChanged,
  nothingChanged,
} from '../output/changes.ts'
import { withAccessHint } from '../remote/access-hint.ts'
import { watchActivityHead } from '../remote/activity-head.ts'
import { chooseTarget } from '../remote/choose-target.ts'
import type { Connection } from '../remote/client-for.ts'
import { connect } from '../remote/connect.ts'
import { readEnvironment } from '../remote/read-environment.ts'

const options = {
  ...targetOptions,
  with: {
    type: 'string',
    short: 'w',
    value: 'NAME|ID',
    help: 'Compare with another environment instead of a file',
  },
  ...readFormatOption,
  ...readDialectOption,
  quiet: { type: 'boolean', short: 'q', help: 'Print nothing; only set the exit code' },
} as const

interface Compared {
  readonly environment: string
  readonly version: number
  readonly against: string
  readonly between: Changes
  /** API keys read none. */
  readonly details: ChangedDetails
}

type DiffOptions = Call<typeof options>['options']

async function withFile(connection: Connection, call: Call<typeof options>): Promise<Compared> {
  const { options: optionValues, operands, settings } = call
  const form = chooseReadForm(settings, operands[0], optionValues, connection.file)
  const file = await readVariablesFile(settings.cwd, form)
  const { variables, label, version } = await readEnvironment(connection, optionValues)
  // As push would write it: a note that the file does not have stays.
  const after = replaceVariables(variables, file.read(variables).variables)
  return {
    environment: label,
    version,
    against: file.fileLabel,
    between: difference(variables, after),
    details: connection.token.kind === 'personal' ? detailDifference(variables, after) : noDetails,
  }
}

/** The server compares, so that no value leaves it. */
async function withEnvironment(
  connection: Connection,
  optionValues: DiffOptions,
  otherTarget: string,
): Promise<Compared> {
  const left = await chooseTarget(connection, optionValues)
  const right = await chooseTarget(connection, { ...optionValues, env: otherTarget })
  const response = connection.client.call(compareEnvironments, {
    params: { projectId: left.projectId },
    query: { left: left.environmentId, right: right.environmentId },
  })
  const compared = await withAccessHint(
    connection,
    left,
    'read',
    withAccessHint(connection, right, 'read', response),
  )
  const { only_left: removed, only_right: added, different: changed } = compared
  return {
    environment: left.label,
    version: compared.left.version,
    against: right.label,
    between: { added, changed, removed },
    details: compared.different_details,
  }
}

/** An API key can read but not compare. */
async function withEnvironmentAsKey(
  connection: Connection,
  optionValues: DiffOptions,
  otherTarget: string,
): Promise<Compared> {
  const left = await readEnvironment(connection, optionValues)
  const right = await readEnvironment(connection, { ...optionValues, env: otherTarget })
  const between = difference(left.variables, right.variables)
  return {
    environment: left.label,
    version: left.version,
    against: right.label,
    between,
    details: noDetails,
  }
}

export const diff = command({
  name: 'diff',
  summary: 'Compare a file, or another environment, with an environment',
  operands: '[FILE]',
  options,
  details:
    'Exits 1 when they differ, and 0 when they do not. Prints names, never values: + only in the file (push adds it), ~ different,\n' +
    '- only on the server, = the same value with another note or due date, which is named. With --with, the other environment\n' +
    'replaces the file.',
  examples: [
    ['envhold diff', '.env against this folder’s environment'],
    ['envhold diff --env production --with staging', 'Two environments'],
    ['envhold diff --quiet || echo drift', 'For scripts'],
  ],
  async run(call: Call<typeof options>) {
    const { options: optionValues, operands, settings, output } = call
    if (optionValues.with !== undefined && operands.length > 0)
      throw new UsageError('Pass a file or --with, not both.')
    if (optionValues.quiet && output.json) throw new UsageError('Pass --quiet or --json, not both.')
    const connection = await connect(settings, optionValues, output)
    const watched = watchActivityHead(settings, output, connection)
    const compare = () => {
      if (optionValues.with === undefined) return withFile(connection, call)
      if (connection.token.kind === 'personal')
        return withEnvironment(connection, optionValues, optionValues.with)
      return withEnvironmentAsKey(connection, optionValues, optionValues.with)
    }
    const { environment, version, against, between, details } = await output.during('Comparing …', compare())
    await watched
    const { added, changed, removed } = between
    const differs = !nothingChanged(between) || !noDetailsChanged(details)
    if (optionValues.quiet) return differs ? 1 : 0
    const names = { added, changed, removed, different_details: details }
    output.result({ environment, version, against, differs, ...names }, () =>
      changeLines(output.out, between, details),
    )
    output.info(
      differs
        ? `${against} against ${environment} (version ${version}): ${countChanges(between, details)}.`
        : `${against} and ${environment} (version ${version}) are identical.`,
    )
    return differs ? 1 : 0
  },
})
