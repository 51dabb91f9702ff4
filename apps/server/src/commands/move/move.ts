import type { OptionValues } from '@envhold/command/command.ts'
import { UsageError } from '@envhold/command/user-error.ts'
import { readConfig } from '../../config/config.ts'
import { environment } from '../../config/env.ts'
import { command, type PrintLine } from '../command.ts'
import { readValue } from '../read-value.ts'
import { moveBack } from './move-back.ts'
import { moveToPostgres } from './move-to-postgres.ts'
import { withSource } from './open-source.ts'
import { openPostgresCopy } from './postgres-copy-store.ts'
import { readTargetUrl } from './target-url.ts'

interface Surroundings {
  /** The environment variables. */
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly info: PrintLine
  readonly askPassword: (prompt: string) => Promise<string>
}

const options = {
  back: {
    type: 'boolean',
    help: 'Use the data folder again, if nothing was written to the PostgreSQL database since',
  },
  'accept-loss': {
    type: 'boolean',
    help: 'Even if something was, or if that database does not answer: what was written there is lost',
  },
} as const

interface Words {
  readonly options: OptionValues<typeof options>
  readonly operands: readonly string[]
}

/** @throws UsageError, ConfigError, DataDirLockedError, StorageRejection, or a database error */
export async function moveInstance(
  { options: { back, 'accept-loss': acceptLoss }, operands }: Words,
  { environment, info, askPassword }: Surroundings,
): Promise<void> {
  if (acceptLoss && !back)
    throw new UsageError('--accept-loss goes with --back.', 'See: envhold-server help move')
  // The source is the file in DATA_DIR, whatever DATABASE_URL says.
  const { DATABASE_URL: databaseUrl, ...settings } = environment
  const config = readConfig(settings)
  const url = await readTargetUrl(operands[0], databaseUrl?.trim() || undefined, askPassword)
  const openTarget = () => openPostgresCopy(url)
  if (back) return await withSource(config, (source) => moveBack({ source, openTarget, acceptLoss, info }))
  await withSource(config, async (source) => {
    const target = await openTarget()
    try {
      await moveToPostgres({ source, target, url, info })
    } finally {
      await target.close()
    }
  })
}

export const move = command({
  name: 'move',
  summary: 'Move a stopped SQLite instance to PostgreSQL',
  operands: '[postgres://USER@HOST/DATABASE]',
  options,
  details:
    'Copies the instance in DATA_DIR to an empty PostgreSQL database, verifies the copy, and marks the data folder as moved. Stop the server first. Without a URL it uses DATABASE_URL; the password of a URL is read from the terminal or from standard input.\n\nExit codes: 0 done, 1 not done, 2 invalid arguments.',
  examples: [
    ['envhold-server move', 'To DATABASE_URL'],
    ['envhold-server move --back', 'Back to the data folder'],
  ],
  async run({ options, operands, info }) {
    await moveInstance({ options, operands }, { environment: environment(), info, askPassword: readValue })
    return 0
  },
})
