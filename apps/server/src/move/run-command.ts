import { readConfig } from '../config/config.ts'
import { type Command, usage } from './arguments.ts'
import { moveBack } from './move-back.ts'
import { moveToPostgres } from './move-to-postgres.ts'
import { withSource } from './open-source.ts'
import { openPostgresCopy } from './postgres-copy-store.ts'
import { readTargetUrl } from './target-url.ts'

interface Surroundings {
  /** The environment variables. */
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly say: (line: string) => void
  readonly askPassword: (prompt: string) => Promise<string>
}

/** @throws UsageError, ConfigError, DataDirLockedError, StorageRejection, or a database error */
export async function runCommand(command: Command, around: Surroundings): Promise<void> {
  const { environment, say, askPassword } = around
  if (command.name === 'help') return say(usage)
  // The source is the file in DATA_DIR, whatever DATABASE_URL says.
  const { DATABASE_URL: databaseUrl, ...settings } = environment
  const config = readConfig(settings)
  const url = await readTargetUrl(command.url, databaseUrl?.trim() || undefined, askPassword)
  const openTarget = () => openPostgresCopy(url)
  if (command.name === 'back') {
    const { acceptLoss } = command
    return await withSource(config, (source) => moveBack({ source, openTarget, acceptLoss, say }))
  }
  await withSource(config, async (source) => {
    const target = await openTarget()
    try {
      await moveToPostgres({ source, target, url, say })
    } finally {
      await target.close()
    }
  })
}
