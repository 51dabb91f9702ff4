import { writeVariables } from '@envhold/contract/variables.ts'
import { isVariableName, nameProblem } from '@envhold/formats/variable-name.ts'
import { toRecord, type Variable, type Variables } from '@envhold/formats/variables.ts'
import type { Call } from '../command.ts'
import { command } from '../command.ts'
import { acceptOptions } from '../files/require-safe-write.ts'
import { targetOptions } from '../options.ts'
import { readStdin } from '../output/ask.ts'
import { askSecret } from '../output/ask-secret.ts'
import { countChanges } from '../output/changes.ts'
import { hazardsIn, printWarnings } from '../output/print-warnings.ts'
import { withAccessHint } from '../remote/access-hint.ts'
import { watchActivityHead } from '../remote/activity-head.ts'
import { chooseTarget } from '../remote/choose-target.ts'
import { connect, requirePersonalToken } from '../remote/connect.ts'
import { UsageError, UserError } from '../user-error.ts'

/** Splits `KEY=VALUE`; the value is null when only a key was given. An operand is never shown: it may be a value. */
const split = (operand: string): [string, string | null] => {
  const at = operand.indexOf('=')
  const key = at < 0 ? operand : operand.slice(0, at)
  if (!isVariableName(key)) throw new UsageError('Write KEY=VALUE.', `Invalid name: ${nameProblem}.`)
  return [key, at < 0 ? null : operand.slice(at + 1)]
}

/** One newline at the end comes from the pipe, not from the value. */
const piped = async () => (await readStdin()).replace(/\r?\n$/, '')

const options = { ...targetOptions, 'allow-empty': acceptOptions['allow-empty'] } as const

async function askValue(key: string, allowEmpty: boolean): Promise<string> {
  const value = process.stdin.isTTY ? await askSecret(`${key} (hidden): `) : await piped()
  if (value === '' && !allowEmpty)
    throw new UserError(
      `Nothing was written: the value of ${key} is empty.`,
      `To set an empty value, write ${key}= or pass --allow-empty.`,
      'EMPTY',
    )
  return value
}

async function readOperands(operands: readonly string[], allowEmpty: boolean): Promise<Variables> {
  const given = operands.map(split)
  const open = given.filter(([, value]) => value === null)
  if (open.length > 1 && !process.stdin.isTTY)
    throw new UsageError('Only one KEY can read its value from stdin.', 'Pass the others as KEY=VALUE.')
  const variables = new Map<string, Variable>()
  for (const [key, value] of given) variables.set(key, { value: value ?? (await askValue(key, allowEmpty)) })
  return variables
}

export const set = command({
  name: 'set',
  summary: 'Set variables',
  operands: 'KEY=VALUE…',
  minimum: 1,
  maximum: Number.POSITIVE_INFINITY,
  options,
  details:
    'All changes are one version. KEY alone asks for the value without showing it, or reads it from stdin, which keeps it out of the\n' +
    'shell history and the process list.',
  examples: [
    ['envhold set LOG_LEVEL=debug PORT=8080', ''],
    ['envhold set STRIPE_KEY', 'Ask for the value'],
    ['envhold set TLS_KEY < key.pem', 'From a file'],
  ],
  async run({ options: given, operands, settings, output }: Call<typeof options>) {
    const connection = await connect(settings, given)
    requirePersonalToken(connection, 'set')
    const variables = await readOperands(operands, given['allow-empty'])
    const watched = watchActivityHead(settings, output, connection)
    const target = await chooseTarget(connection, given)
    const answer = await output.during(
      'Writing …',
      withAccessHint(
        connection,
        target,
        'write',
        connection.client.call(writeVariables, {
          params: { id: target.environmentId },
          body: { variables: toRecord(variables), mode: 'merge' },
        }),
      ),
    )
    await watched
    const { environment, added, changed, removed, unchanged, warnings } = answer
    printWarnings(output, [...hazardsIn(variables), ...warnings])
    output.say(`${target.label}: ${countChanges(answer)} (version ${environment.version}).`)
    if (output.json)
      output.result(
        {
          environment: target.label,
          version: environment.version,
          added,
          changed,
          removed,
          unchanged: unchanged.filter((key) => variables.has(key)),
        },
        () => '',
      )
    return 0
  },
})
