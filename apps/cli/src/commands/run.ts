import { findHazards } from '@envhold/formats/hazards.ts'
import type { Call } from '../command.ts'
import { command } from '../command.ts'
import { inheritedEnvironment } from '../config/settings.ts'
import { offlineOption, targetOptions } from '../options.ts'
import type { Output } from '../output/output.ts'
import { sanitize } from '../output/sanitize.ts'
import { connect } from '../remote/connect.ts'
import { readOrFallBack } from '../remote/read-or-fall-back.ts'
import { runChild } from '../run-child.ts'
import { UsageError, UserError } from '../user-error.ts'

const options = {
  ...targetOptions,
  'preserve-env': { type: 'boolean', help: 'Variables that are set already win' },
  'allow-unsafe': { type: 'boolean', help: 'Also set names that take over a process, such as LD_PRELOAD' },
  redact: { type: 'boolean', help: 'Write *** for every value in what the command prints' },
  'keep-token': { type: 'boolean', help: 'Leave ENVHOLD_TOKEN in the command’s environment' },
  ...offlineOption,
} as const

const refuseHijackers = (variables: ReadonlyMap<string, string>) => {
  const names = findHazards(variables)
    .filter(({ hazard }) => hazard === 'hijacks-process')
    .map(({ key }) => sanitize(key))
  if (names.length === 0) return
  throw new UserError(
    `These names change which programs run, or how: ${names.join(', ')}. Nothing was started.`,
    'Take them out of the environment; or, if you trust everybody who may write it, add --allow-unsafe.',
    'UNSAFE_NAMES',
  )
}

/** Loaded when it is asked for: a plain run does not pay for it. */
async function redacting(output: Output, variables: ReadonlyMap<string, string>, more: readonly string[]) {
  const { isTooShort, shortestSecret } = await import('../redact/secret-forms.ts')
  const { redactingRelay } = await import('../redact/redacting-relay.ts')
  const open = [...variables].filter(([, value]) => isTooShort(value)).map(([key]) => sanitize(key))
  if (open.length > 0)
    output.say(`Not masked, since shorter than ${shortestSecret} characters: ${open.sort().join(', ')}`)
  return redactingRelay([...variables.values(), ...more])
}

export const run = command({
  name: 'run',
  summary: 'Start a command with the variables set',
  operands: '-- COMMAND…',
  minimum: 0,
  maximum: 0,
  takesRest: true,
  options,
  details:
    'Nothing is written to disk. Signals go to the command, and its exit code comes back; 127 means that it was not found, 126 that it cannot be run. The variables win over those that are set\n' +
    'already. ENVHOLD_TOKEN is taken out, so that the command gets its variables and not the vault.\n\n' +
    'With --redact the values (of 6 characters or more) are masked in the command’s stdout and stderr: as they are, line by line, and in\n' +
    'JSON, URLs, Base64 and hexadecimal. It guards against accidents: a command that means to tell a value can write it in other\n' +
    'ways. The command then writes to a pipe and not to the terminal: many programs leave out colours, which FORCE_COLOR=1 brings\n' +
    'back for most, and some write in larger pieces.',
  examples: [
    ['envhold run -- npm start', ''],
    ['envhold run --env test -- npm test', 'With another environment'],
    ['envhold run --redact -- npm test', 'In a job whose log others read'],
    ["envhold run -- sh -c 'echo $PORT'", 'The shell inside sees the variables'],
  ],
  async run({ options: given, rest, settings, output }: Call<typeof options>) {
    const [program, ...words] = rest
    if (!program)
      throw new UsageError('There is no command to run.', 'Write it after --: envhold run -- npm start')
    const connection = await connect(settings, given)
    const { variables, checked } = await output.during(
      'Reading …',
      readOrFallBack({ settings, output }, connection, given, {
        fallback: given['offline-fallback'],
        keep: false,
      }),
    )
    if (!given['allow-unsafe']) refuseHijackers(variables)
    const inherited = inheritedEnvironment(given['keep-token'])
    const own = Object.fromEntries(variables)
    const env = given['preserve-env'] ? { ...own, ...inherited } : { ...inherited, ...own }
    const relay = given.redact
      ? await redacting(output, variables, [
          ...[...variables.keys()].map((key) => env[key] ?? ''),
          connection.token.secret,
        ])
      : null
    // What the check finds is said beside the running command: it holds nothing up.
    const [code] = await Promise.all([runChild(program, words, env, relay), checked])
    return code
  },
})
