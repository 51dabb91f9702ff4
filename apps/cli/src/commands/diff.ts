import { difference } from '@envhold/formats/difference.ts'
import type { Call } from '../command.ts'
import { command } from '../command.ts'
import { readVariablesFile } from '../files/read-variables-file.ts'
import { readFormatOption, targetOptions } from '../options.ts'
import { changeLines, countChanges, nothingChanged } from '../output/changes.ts'
import { watchActivityHead } from '../remote/activity-head.ts'
import type { Connection } from '../remote/connect.ts'
import { connect } from '../remote/connect.ts'
import { readEnvironment } from '../remote/read-environment.ts'
import { UsageError } from '../user-error.ts'

const options = {
  ...targetOptions,
  with: { type: 'string', value: 'NAME|ID', help: 'Compare with another environment instead of a file' },
  ...readFormatOption,
  'exit-code': { type: 'boolean', help: 'Exit 1 when there is a difference' },
} as const

/** The other side: a file, or another environment of the same project. */
async function otherSide(
  call: Call<typeof options>,
  connection: Connection,
): Promise<{ shown: string; variables: ReadonlyMap<string, string> }> {
  const { options: given, operands, settings } = call
  if (given.with === undefined) return readVariablesFile(settings.cwd, operands[0] ?? '.env', given.format)
  const { variables, label } = await readEnvironment(connection, { ...given, env: given.with })
  return { shown: label, variables }
}

export const diff = command({
  name: 'diff',
  summary: 'Compare a file, or another environment, with an environment',
  operands: '[FILE]',
  minimum: 0,
  maximum: 1,
  options,
  details:
    'Prints names, never values: + only in the file (a push adds it), ~ different, - only on the server.\n' +
    'With --with the other environment takes the file’s place.',
  examples: [
    ['envhold diff', '.env against this folder’s environment'],
    ['envhold diff --env production --with staging', 'Two environments'],
    ['envhold diff --exit-code', 'For scripts: 1 when they differ'],
  ],
  async run(call: Call<typeof options>) {
    const { options: given, operands, settings, output } = call
    if (given.with !== undefined && operands.length > 0)
      throw new UsageError('Give a file or --with, not both.')
    const connection = await connect(settings, given)
    const watched = watchActivityHead(settings, output, connection)
    const other = await otherSide(call, connection)
    const contents = await output.during('Reading …', readEnvironment(connection, given))
    const between = difference(contents.variables, other.variables)
    await watched
    const { added, changed, removed } = between
    const same = nothingChanged(between)
    output.result({ environment: contents.label, version: contents.version, added, changed, removed }, () =>
      changeLines(output.out, between),
    )
    output.say(
      same
        ? `${other.shown} and ${contents.label} (version ${contents.version}) hold the same.`
        : `${other.shown} against ${contents.label} (version ${contents.version}): ${countChanges(between)}.`,
    )
    return given['exit-code'] && !same ? 1 : 0
  },
})
