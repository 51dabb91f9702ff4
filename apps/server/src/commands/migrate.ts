import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, readConfig } from '../config/config.ts'
import { environment } from '../config/env.ts'
import { requireServerSecret } from '../config/fingerprint-store.ts'
import { loadServerSecrets } from '../config/server-secret.ts'
import { namesOfMissing, requireKnownVersion } from '../db/check-version.ts'
import { newestMigration } from '../db/every-migration.ts'
import { requireNotMoved } from '../db/marks/move-mark.ts'
import { hasTables } from '../db/marks/stored-heads.ts'
import { readConsistently } from '../db/read-consistently.ts'
import { openData } from '../instance/open-data.ts'
import { command } from './command.ts'

/** The migrations that the next start would run, beside a running server; undefined if it would create the database. */
async function findMissing(config: Config): Promise<readonly string[] | undefined> {
  const { dataDir, databaseUrl } = config
  if (!databaseUrl && !existsSync(join(dataDir, 'envhold.db'))) return undefined
  const at = { databaseUrl: databaseUrl?.reveal(), dataDir }
  return await readConsistently(at, async (db, engine) => {
    if (!(await hasTables(db, engine))) return undefined
    const migrated = await requireKnownVersion(db)
    await requireServerSecret(db, loadServerSecrets(config))
    await requireNotMoved(db)
    return namesOfMissing(migrated)
  })
}

export const migrate = command({
  name: 'migrate',
  summary: 'Create or migrate the database without serving',
  options: {
    'dry-run': {
      type: 'boolean',
      help: 'Only say which migrations would run; works beside a running server',
    },
  },
  details:
    'serve does the same before it listens. Each migration runs once, all of them in one transaction. With SQLite, stop the server first.',
  examples: [['envhold-server migrate --dry-run', 'Before an upgrade']],
  async run({ options, info }) {
    const config = readConfig(environment())
    const isDry = options['dry-run']
    const missing = await findMissing(config)
    if (!isDry) {
      const { database } = await openData(config)
      await database.close()
    }
    if (missing === undefined) info(isDry ? 'The database would be created.' : 'The database is created.')
    for (const name of missing ?? []) info(isDry ? `${name} would run.` : `${name} ran.`)
    if (missing?.length === 0) info(`The database is up to date: ${newestMigration}.`)
    return 0
  },
})
