import { findHazards } from '@envhold/formats/hazards.ts'
import type { Call } from '../command.ts'
import { command } from '../command.ts'
import { inheritedEnvironment } from '../config/settings.ts'
import { offlineOption, targetOptions } from '../options.ts'
import { foreign } from '../output/plain.ts'
import { watchActivityHead } from '../remote/activity-head.ts'
import { connect } from '../remote/connect.ts'
import { readOrFallBack } from '../remote/read-or-fall-back.ts'
import { runChild } from '../run-child.ts'
import { UsageError, UserError } from '../user-error.ts'

const options = {
  ...targetOptions,
  'preserve-env': { type: 'boolean', help: 'Variables that are set already win' },
  'allow-unsafe': { type: 'boolean', help: 'Also set names that take over a process, such as LD_PRELOAD' },
  'keep-token': { type: 'boolean', help: 'Leave ENVHOLD_TOKEN in the command’s environment' },
  ...offlineOption,
} as const

const refuseHijackers = (variables: ReadonlyMap<string, string>) => {
  const names = findHazards(variables)
    .filter(({ hazard }) => hazard === 'hijacks-process')
    .map(({ key }) => foreign(key))
  if (names.length === 0) return
  throw new UserError(
    `These names change which programs run, or how: ${names.join(', ')}. Nothing was started.`,
    'Take them out of the environment; or, if you trust everybody who may write it, add --allow-unsafe.',
    'UNSAFE_NAMES',
  )
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
    'Nothing is written to disk. Signals go to the command, and its exit code comes back. The variables win over those that are set\n' +
    'already. ENVHOLD_TOKEN is taken out, so that the command gets its variables and not the vault.',
  examples: [
    ['envhold run -- npm start', ''],
    ['envhold run --env test -- npm test', 'With another environment'],
    ["envhold run -- sh -c 'echo $PORT'", 'The shell inside sees the variables'],
  ],
  async run({ options: given, rest, settings, output }: Call<typeof options>) {
    const [program, ...words] = rest
    if (!program)
      throw new UsageError('There is no command to run.', 'Write it after --: envhold run -- npm start')
    const connection = await connect(settings, given)
    const watched = watchActivityHead(settings, output, connection)
    const { variables } = await output.during(
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
    // What the check finds is said beside the running command: it holds nothing up.
    const [code] = await Promise.all([runChild(program, words, env), watched])
    return code
  },
})
