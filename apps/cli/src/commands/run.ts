import { sanitize } from '@envhold/command/sanitize.ts'
import { UsageError, UserError } from '@envhold/command/user-error.ts'
import { findHazards } from '@envhold/formats/hazards.ts'
import { toRecord, type Variables } from '@envhold/formats/variables.ts'
import { type Call, command, offlineOption, targetOptions } from '../command.ts'
import { inheritedEnvironment } from '../config/settings.ts'
import type { Output } from '../output/output.ts'
import { connectToTarget } from '../remote/connect.ts'
import { readOrFallBack } from '../remote/read-or-fall-back.ts'
import { runChild } from '../run-child.ts'

const options = {
  ...targetOptions,
  'preserve-env': { type: 'boolean', help: 'Do not override variables that are already set' },
  'allow-unsafe': { type: 'boolean', help: 'Also set names that take over a process, such as LD_PRELOAD' },
  redact: { type: 'boolean', help: 'Replace every value in the command’s output with ***' },
  'keep-token': { type: 'boolean', help: 'Keep ENVHOLD_TOKEN in the command’s environment' },
  ...offlineOption,
} as const

const refuseHijackers = (variables: Variables) => {
  const names = findHazards(variables)
    .filter(({ hazard }) => hazard === 'hijacks-process')
    .map(({ key }) => sanitize(key))
  if (names.length === 0) return
  throw new UserError(
    `These names change which programs run, or how: ${names.join(', ')}. Nothing was started.`,
    'Remove them from the environment. If you trust everyone who can write it, pass --allow-unsafe.',
    'UNSAFE_NAMES',
  )
}

/** Loaded on demand: a plain run does not need it. */
async function redacting(output: Output, variables: Variables, more: readonly string[]) {
  const { isTooShort, shortestSecret } = await import('../redact/secret-forms.ts')
  const { redactingRelay } = await import('../redact/redacting-relay.ts')
  const open = [...variables].filter(([, { value }]) => isTooShort(value)).map(([key]) => sanitize(key))
  if (open.length > 0)
    output.info(`Not masked, because shorter than ${shortestSecret} characters: ${open.sort().join(', ')}`)
  return redactingRelay([...Object.values(toRecord(variables)), ...more])
}

export const run = command({
  name: 'run',
  summary: 'Run a command with the variables set',
  operands: '-- COMMAND…',
  minimum: 0,
  maximum: 0,
  takesRest: true,
  options,
  details:
    'Nothing is written to disk. Signals are passed to the command, and its exit code is returned; 127 means that it was not found, 126 that it cannot be run. The variables override those that are\n' +
    'already set. ENVHOLD_TOKEN is removed, so that the command gets its variables but no access to the vault.\n\n' +
    'With --redact, values of 6 characters or more are masked in the command’s stdout and stderr: as they are, line by line, and in\n' +
    'JSON, URLs, Base64 and hexadecimal. This prevents accidents, not deliberate leaks: a command can print a value in other\n' +
    'forms. The command then writes to a pipe instead of the terminal: many programs omit colors, which FORCE_COLOR=1\n' +
    'restores for most, and some write in larger chunks.',
  examples: [
    ['envhold run -- npm start', ''],
    ['envhold run --env test -- npm test', 'With another environment'],
    ['envhold run --redact -- npm test', 'For a log that others can read'],
    ["envhold run -- sh -c 'echo $PORT'", 'The inner shell sees the variables'],
  ],
  async run({ options: optionValues, rest, settings, output }: Call<typeof options>) {
    const [program, ...words] = rest
    if (!program)
      throw new UsageError('There is no command to run.', 'Add it after --: envhold run -- npm start')
    const connection = await connectToTarget(settings, output, optionValues)
    const { variables, checked } = await output.during(
      'Reading …',
      readOrFallBack({ settings, output }, connection, optionValues, {
        fallback: optionValues['offline-fallback'],
        keep: false,
      }),
    )
    if (!optionValues['allow-unsafe']) refuseHijackers(variables)
    const inherited = inheritedEnvironment(optionValues['keep-token'])
    const own = toRecord(variables)
    const env = optionValues['preserve-env'] ? { ...own, ...inherited } : { ...inherited, ...own }
    const relay = optionValues.redact
      ? await redacting(output, variables, [
          ...[...variables.keys()].map((key) => env[key] ?? ''),
          connection.token.secret,
        ])
      : null
    // The check reports beside the running command, which does not wait for it.
    const [code] = await Promise.all([runChild(program, words, env, relay), checked])
    return code
  },
})
