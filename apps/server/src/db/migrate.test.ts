import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { newServerSecret, parseServerSecrets, serverSecrets } from '@envhold/integrity/server-secret.ts'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { forEachEngine } from '../../../../dev/world/app-for-tests.ts'
import { describeDatabase } from '../../../../dev/world/described-schema/describe-database.ts'
import { describeSchema } from '../../../../dev/world/described-schema/describe-schema.ts'
import { dumpAt } from '../../../../dev/world/dump-database.ts'
import { databaseSettings } from '../../../../dev/world/new-database.ts'
import { sayProgram } from '../../../../dev/world/run-program.ts'
import { startServer } from '../../../../dev/world/start-server.ts'
import { readConfig } from '../config/config.ts'
import { openData } from '../instance/open-data.ts'
import { connect, type Db } from './connect.ts'
import { newestMigration } from './every-migration.ts'
import { migrate } from './migrate.ts'
import { readMigrated } from './read-migrated.ts'

forEachEngine((engine) => {
  let settings: Readonly<Record<string, string>>
  let apiKey: string
  const at = () => ({ dataDir: settings.DATA_DIR ?? '', databaseUrl: settings.DATABASE_URL })

  /** A database that commit fbd66a30 filled. */
  const restoreFixture = async (dataDir: string) => {
    const text = await readFile(new URL(`vectors/0031-${engine}.sql`, import.meta.url), 'utf8')
    const database = await databaseSettings(engine)
    if (database.DATABASE_URL) {
      const client = new Client({ connectionString: database.DATABASE_URL })
      await client.connect()
      await client.query(text)
      await client.end()
    } else {
      const file = new DatabaseSync(join(dataDir, 'envhold.db'))
      file.exec(text)
      file.close()
    }
    apiKey = /^-- API key: (\S+)$/m.exec(text)?.[1] ?? ''
    const SERVER_SECRET = /^-- SERVER_SECRET=(\S+)$/m.exec(text)?.[1] ?? ''
    return { DATA_DIR: dataDir, SERVER_SECRET, ...database }
  }
  beforeEach(async () => {
    settings = await restoreFixture(await mkdtemp(join(tmpdir(), 'envhold-adopted-')))
  })
  afterEach(() => rm(at().dataDir, { recursive: true }))

  const inDatabase = async <T>(work: (db: Db) => Promise<T>): Promise<T> => {
    const database = connect(at())
    try {
      return await work(database.db)
    } finally {
      await database.close()
    }
  }
  const open = async () => {
    const { database } = await openData(readConfig(settings))
    await database.close()
  }
  const setMigrated = (value: string) =>
    inDatabase((db) => db.updateTable('instance').set({ value }).where('key', '=', 'migrated').execute())

  test('a database of the last version before 1.0 is adopted as it is', async () => {
    const before = await dumpAt(at())
    for (const _ of ['adopted', 'opened again']) {
      await open()
      const { instance, ...rest } = Object.fromEntries(await dumpAt(at()))
      const { instance: instanceBefore, ...restBefore } = Object.fromEntries(before)
      expect(rest).toEqual(restBefore)
      const others = instanceBefore?.filter(({ key }) => key !== 'migrated') ?? []
      expect(new Set(instance)).toEqual(new Set([...others, { key: 'migrated', value: newestMigration }]))
    }
    expect(await inDatabase((db) => describeDatabase(db, engine))).toEqual(describeSchema(engine))
  })

  test('a dry run says what would run and changes nothing; without it, the same runs', async () => {
    const before = await dumpAt(at())
    const would = { code: 0, said: `${newestMigration} would run.\n` }
    for (const _ of ['once', 'again'])
      expect(await sayProgram('migrate', settings, ['--dry-run'])).toEqual(would)
    expect(await dumpAt(at())).toEqual(before)
    expect(await sayProgram('migrate', settings)).toEqual({ code: 0, said: `${newestMigration} ran.\n` })
    const done = { code: 0, said: `The database is up to date: ${newestMigration}.\n` }
    for (const args of [['--dry-run'], []]) expect(await sayProgram('migrate', settings, args)).toEqual(done)
  })

  test('everything in an adopted database verifies, and its API key opens its variables', async () => {
    await open()
    expect(await sayProgram('verify', settings)).toMatchObject({
      code: 0,
      said: expect.stringContaining('Everything that can be verified is valid'),
    })
    const server = await startServer({ engine, settings: { ...settings, SMTP_URL: '' } })
    const answer = await fetch(`${server.url}/api/v1/inject/1/production`, {
      headers: { 'x-api-key': apiKey },
    })
    expect(await answer.text()).toBe('DATABASE_URL=postgres://db:5432/shop\n')
    await server.stop()
  })

  test.each(['0001-foundation', '0003-tallies', '0030-operator-factor'])(
    'a database that ended with %s is rejected, and nothing in it changes',
    async (migrated) => {
      await setMigrated(migrated)
      const before = await dumpAt(at())
      await expect(open()).rejects.toThrow(
        `The database is from before version 1.0 (${migrated}), and this version does not migrate it. Nothing was changed. Start commit fbd66a30 of Envhold on it once, stop it, then start this version (docs/runbooks/upgrade.md).`,
      )
      expect(await dumpAt(at())).toEqual(before)
    },
  )

  test('a database without the name of its migration is rejected', async () => {
    await inDatabase((db) => db.deleteFrom('instance').where('key', '=', 'migrated').execute())
    await expect(open()).rejects.toThrow('it has migration none')
  })

  test('a new database has what the schema describes', async () => {
    const settings = await databaseSettings(engine)
    const dataDir = await mkdtemp(join(tmpdir(), 'envhold-new-'))
    const database = connect({ dataDir, databaseUrl: settings.DATABASE_URL })
    await migrate(database, serverSecrets(parseServerSecrets(newServerSecret())))
    expect(await describeDatabase(database.db, engine)).toEqual(describeSchema(engine))
    expect(await readMigrated(database.db)).toBe(newestMigration)
    await database.close()
    await rm(dataDir, { recursive: true })
  })
})
