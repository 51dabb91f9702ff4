import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, readConfig } from '../config/config.ts'
import { environment } from '../config/env.ts'
import { requireServerSecret } from '../config/fingerprint-store.ts'
import { loadServerSecrets } from '../config/server-secret.ts'
import { namesOfMissing, requireKnownVersion } from '../db/check-version.ts'
import type { Db } from '../db/connect.ts'
import { additiveMigrations, secondsPerMillion } from '../db/every-migration.ts'
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

interface Stored {
  /** The newest migration of the database. */
  readonly migrated: string
  /** The migrations that the next start would run. */
  readonly missing: readonly Missing[]
}

/** Looks at the database beside a running server; undefined if the next start would create it. */
async function findMissing(config: Config): Promise<Stored | undefined> {
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
    const missing = names.map((name) => ({ name, seconds: ((secondsPerMillion[name] ?? 0) * entries) / 1e6 }))
    return { migrated, missing }
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

const adviceFor = (missing: readonly Missing[]): string =>
  missing.every(({ name }) => additiveMigrations.has(name))
    ? 'They only add: replace the nodes one after the other.'
    : 'Stop every node first: older ones cannot work with the migrated database.'

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
    const stored = await findMissing(config)
    if (!isDry) {
      const { database } = await openData(config)
      await database.close()
    }
    if (!stored) info(isDry ? 'The database would be created.' : 'The database is created.')
    for (const { name, seconds } of stored?.missing ?? [])
      info(isDry ? `${name} would run${duration(seconds)}.` : `${name} ran.`)
    if (isDry && config.databaseUrl && stored?.missing.length) info(adviceFor(stored.missing))
    if (stored?.missing.length === 0) info(`The database is up to date: ${stored.migrated}.`)
    return 0
  },
})
