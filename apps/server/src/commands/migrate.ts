import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, readConfig } from '../config/config.ts'
import { environment } from '../config/env.ts'
import { requireServerSecret } from '../config/fingerprint-store.ts'
import { loadServerSecrets } from '../config/server-secret.ts'
import { namesOfMissing, requireKnownVersion } from '../db/check-version.ts'
import type { Db } from '../db/connect.ts'
import { newestMigration, secondsPerMillion } from '../db/every-migration.ts'
import { requireNotMoved } from '../db/marks/move-mark.ts'
import { hasTables } from '../db/marks/stored-heads.ts'
import { readConsistently } from '../db/read-consistently.ts'
import { openData } from '../instance/open-data.ts'
import { command } from './command.ts'

interface Missing {
  readonly name: string
  /** About how long it takes. */
  readonly seconds: number
}

/** The migrations that the next start would run, beside a running server; undefined if it would create the database. */
async function findMissing(config: Config): Promise<readonly Missing[] | undefined> {
  const { dataDir, databaseUrl } = config
  if (!databaseUrl && !existsSync(join(dataDir, 'envhold.db'))) return undefined
  const at = { databaseUrl: databaseUrl?.reveal(), dataDir }
  return await readConsistently(at, async (db, engine) => {
    if (!(await hasTables(db, engine))) return undefined
    const migrated = await requireKnownVersion(db)
    await requireServerSecret(db, loadServerSecrets(config))
    await requireNotMoved(db)
    const names = namesOfMissing(migrated)
    const entries = names.some((name) => secondsPerMillion[name]) ? await countEntries(db) : 0
    return names.map((name) => ({ name, seconds: ((secondsPerMillion[name] ?? 0) * entries) / 1e6 }))
  })
}

const countEntries = async (db: Db): Promise<number> =>
  Number((await db.selectFrom('activity').select(db.fn.countAll().as('count')).executeTakeFirst())?.count)

/** Nothing for a moment. */
const duration = (seconds: number): string => {
  if (seconds < 1) return ''
  return seconds < 120
    ? `, for about ${Math.ceil(seconds)} seconds`
    : `, for about ${Math.ceil(seconds / 60)} minutes`
}

export const migrate = command({
  name: 'migrate',
  summary: 'Create or migrate the database without serving',
  options: {
    'dry-run': {
      type: 'boolean',
      help: 'Only say which migrations would run, and for how long; works beside a running server',
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
    for (const { name, seconds } of missing ?? [])
      info(isDry ? `${name} would run${duration(seconds)}.` : `${name} ran.`)
    if (missing?.length === 0) info(`The database is up to date: ${newestMigration}.`)
    return 0
  },
})
