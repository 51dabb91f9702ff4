import { UsageError, UserError } from '@envhold/command/user-error.ts'
import { detailsPatch } from '@envhold/contract/variables/variable-fields.ts'
import { detailNames, fieldOf } from '@envhold/formats/fields/every-field.ts'
import {
  isRandomLength,
  type RandomAlphabet,
  randomAlphabets,
  randomLength,
  randomValue,
} from '@envhold/formats/new-value.ts'
import { isVariableName, nameProblem } from '@envhold/formats/variable-name.ts'
import { type DetailsPatch, toRecord, type Variable, type Variables } from '@envhold/formats/variables.ts'
import { type Call, command, confirmOption, targetOptions } from '../command.ts'
import { acceptOptions, hazardsIn, printWarnings } from '../files/require-safe-write.ts'
import { readValue } from '../output/ask.ts'
import { countChanges } from '../output/changes.ts'
import { setOptions } from '../output/variable-fields.ts'
import { watchActivityHead } from '../remote/activity-head.ts'
import { chooseTarget } from '../remote/choose-target.ts'
import { connect, requirePersonalToken } from '../remote/connect.ts'
import { withConfirmation } from '../remote/with-confirmation.ts'
import { writeFields } from '../remote/write-import.ts'

/** Splits `KEY=VALUE`; the value is null when only a key was given. An operand is never shown: it may be a value. */
const split = (operand: string): [string, string | null] => {
  const index = operand.indexOf('=')
  const key = (index < 0 ? operand : operand.slice(0, index)).trim()
  if (!isVariableName(key)) throw new UsageError('Write KEY=VALUE.', `Invalid name: ${nameProblem}.`)
  const value = index < 0 ? null : operand.slice(index + 1)
  if (value?.includes('\uFFFD'))
    throw new UsageError(
      'A value has bytes that are not UTF-8, in place of which Node reads U+FFFD.',
      'Write it as UTF-8, or send the exact bytes on standard input: envhold set KEY --raw',
    )
  return [key, value]
}

const options = {
  ...targetOptions,
  ...setOptions,
  'allow-empty': acceptOptions['allow-empty'],
  raw: { type: 'boolean', help: 'Keep every byte of stdin, also the newline at the end of one line' },
  random: {
    type: 'string',
    value: 'LENGTH',
    help: `Set each KEY to a random value of ${randomLength.min} to ${randomLength.max} characters`,
  },
  alphabet: {
    type: 'string',
    value: 'ALPHABET',
    choices: randomAlphabets,
    help: 'The characters of random values (default alphanumeric)',
  },
  ...confirmOption,
} as const

type SetOptions = Call<typeof options>['options']

const eitherOption = detailNames.map((name) => `either --${name} or --no-${name}`).join(', and ')
const pluralLabels = detailNames.map((name) => `${fieldOf(name).label}s`).join(' and ')
const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** @throws UsageError for a detail that the server would reject */
function readDetails(optionValues: SetOptions, count: number): DetailsPatch | undefined {
  const patches = detailNames.map((name): [string, string | null | undefined] => {
    const isRemoved = optionValues[`no-${name}`]
    if (isRemoved && optionValues[name] !== undefined) throw new UsageError(`Pass ${eitherOption}.`)
    return [name, isRemoved ? null : optionValues[name]?.replaceAll('\r\n', '\n')]
  })
  if (patches.every(([, text]) => text === undefined)) return undefined
  if (count !== 1) throw new UsageError(`${capitalised(pluralLabels)} are for one variable at a time.`)
  const read = detailsPatch.safeParse(Object.fromEntries(patches))
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw new UsageError(`--${issue?.path.join('.')}: ${issue?.message}.`)
}

/** How to make the values; undefined unless --random is given. */
function randomOf(optionValues: SetOptions): (() => string) | undefined {
  if (optionValues.random === undefined) {
    if (optionValues.alphabet !== undefined) throw new UsageError('--alphabet needs --random.')
    return undefined
  }
  const length = Number(optionValues.random)
  if (!isRandomLength(length))
    throw new UsageError(`--random must be a number from ${randomLength.min} to ${randomLength.max}.`)
  const alphabet: RandomAlphabet =
    randomAlphabets.find((alphabet) => alphabet === optionValues.alphabet) ?? 'alphanumeric'
  return () => randomValue(length, alphabet)
}

async function askValue(key: string, optionValues: SetOptions): Promise<string> {
  const value = await readValue(`${key} (hidden): `, optionValues.raw)
  if (value === '' && !optionValues['allow-empty'])
    throw new UserError(
      `Nothing was written: the value of ${key} is empty.`,
      `To set an empty value, write ${key}= or pass --allow-empty.`,
      'EMPTY',
    )
  return value
}

async function readOperands(
  operands: readonly string[],
  options: SetOptions,
  random: (() => string) | undefined,
): Promise<Variables> {
  const pairs = operands.map(split)
  if (random) {
    if (pairs.some(([, value]) => value !== null))
      throw new UsageError('With --random, pass names only, without values.')
    return new Map(pairs.map(([key]) => [key, { value: random() }]))
  }
  const open = pairs.filter(([, value]) => value === null)
  if (options.raw && open.length === 0)
    throw new UsageError('--raw is for a KEY that reads its value from stdin.')
  if (open.length > 1 && !process.stdin.isTTY)
    throw new UsageError('Only one KEY can read its value from stdin.', 'Pass the others as KEY=VALUE.')
  const variables = new Map<string, Variable>()
  for (const [key, value] of pairs) variables.set(key, { value: value ?? (await askValue(key, options)) })
  return variables
}

export const set = command({
  name: 'set',
  summary: 'Set variables',
  operands: 'KEY=VALUE…',
  options,
  details:
    'All changes are one version. KEY alone asks for the value without showing it, or reads it from stdin, which keeps it out of the\n' +
    'shell history and the process list. One line from stdin loses the newline at its end, unless you pass --raw; several lines are kept\n' +
    'byte for byte. --random makes the value here, and prints nothing of it: envhold get shows it.',
  examples: [
    ['envhold set LOG_LEVEL=debug PORT=8080', ''],
    ['envhold set STRIPE_KEY', 'Ask for the value'],
    ['envhold set TLS_KEY < key.pem', 'From a file, with its last newline'],
    [
      'envhold set STRIPE_KEY --note "Restricted key of the shop" --due 2027-01-31',
      'With a note and a due date',
    ],
    ['envhold set SESSION_SECRET --random 32', 'A new random value'],
    ['envhold set SIGNING_KEY --random 64 --alphabet hex', '256 bits in hex'],
  ],
  async run({ options: optionValues, operands, settings, output }: Call<typeof options>) {
    const connection = await connect(settings, optionValues, output)
    requirePersonalToken(connection, 'set')
    const patch = readDetails(optionValues, operands.length)
    const random = randomOf(optionValues)
    const variables = await readOperands(operands, optionValues, random)
    const details = patch && Object.fromEntries([...variables.keys()].map((key) => [key, patch]))
    const watched = watchActivityHead(settings, output, connection)
    const target = await chooseTarget(connection, optionValues)
    const body = { variables: toRecord(variables), mode: 'merge', ...(details && { details }) } as const
    const answer = await withConfirmation(output, optionValues.confirm, (confirmed) =>
      output.during('Writing …', writeFields(connection, target, body, confirmed)),
    )
    await watched
    const { environment, added, changed, removed, unchanged, warnings } = answer
    printWarnings(output, [...hazardsIn(variables), ...warnings])
    output.info(`${target.label}: ${countChanges(answer)} (version ${environment.version}).`)
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
