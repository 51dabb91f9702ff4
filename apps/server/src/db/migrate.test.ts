import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sameBytes } from '@envhold/integrity/bytes.ts'
import { newServerSecret, parseServerSecrets, serverSecrets } from '@envhold/integrity/server-secret.ts'
import { type Insertable, sql } from 'kysely'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { forEachEngine } from '../../../../dev/world/app-for-tests.ts'
import { describeDatabase } from '../../../../dev/world/described-schema/describe-database.ts'
import { describeSchema } from '../../../../dev/world/described-schema/describe-schema.ts'
import { newerTables } from '../../../../dev/world/drop-newer.ts'
import { dumpAt } from '../../../../dev/world/dump-database.ts'
import { databaseSettings } from '../../../../dev/world/new-database.ts'
import { sayProgram } from '../../../../dev/world/run-program.ts'
import { startServer } from '../../../../dev/world/start-server.ts'
import { readConfig } from '../config/config.ts'
import { openData } from '../instance/open-data.ts'
import { readMigrated } from './check-version.ts'
import { connect, type Db } from './connect.ts'
import { firstMigration, migrations, newestMigration, requiredMigration } from './every-migration.ts'
import { migrate } from './migrate.ts'
import { plans } from './schema/accounts.ts'
import { operatorActions } from './schema/instance.ts'
import type { Row, Tables } from './tables.ts'

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
  const secretsOf = () => serverSecrets(parseServerSecrets(settings.SERVER_SECRET ?? ''))
  const setMigrated = (value: string) =>
    inDatabase((db) => db.updateTable('instance').set({ value }).where('key', '=', 'migrated').execute())

  test('a database of the last version before 1.0 is adopted, and only migrations change its rows', async () => {
    const before = await dumpAt(at())
    for (const _ of ['adopted', 'opened again']) {
      await open()
      const dump = Object.fromEntries(await dumpAt(at()))
      const { instance, plans: __, operator_actions, ...others } = dump
      const { activity_terms, activity_changes, ...unchanged } = others
      for (const table of newerTables) {
        expect([table, unchanged[table]]).toEqual([table, []])
        delete unchanged[table]
      }
      const rest = {
        ...unchanged,
        users: dump.users?.map(({ time_zone, ...row }) => row),
        activity: dump.activity?.map(({ line, term_id, version, client, ...row }) => row),
        activity_heads: dump.activity_heads?.map(({ open_lines, ...row }) => row),
      }
      const {
        instance: instanceBefore,
        plans: ___,
        operator_acts,
        ...restBefore
      } = Object.fromEntries(before)
      expect(rest).toEqual(restBefore)
      expect(operator_actions?.map(({ mac, ...row }) => row)).toEqual(operator_acts)
      expect(activity_terms?.length).toBeGreaterThan(0)
      expect(activity_changes?.length).toBeGreaterThan(0)
      const kept = instanceBefore?.filter(({ key }) => key !== 'migrated') ?? []
      const version = [
        { key: 'migrated', value: newestMigration },
        { key: 'required-migration', value: requiredMigration },
      ]
      expect(new Set(instance)).toEqual(new Set([...kept, ...version]))
    }
    expect(await inDatabase((db) => describeDatabase(db, engine))).toEqual(describeSchema(engine))
  })

  test('a dry run says what would run and changes nothing; without it, the same runs', async () => {
    const before = await dumpAt(at())
    const names = [firstMigration, ...migrations.map(([name]) => name)]
    const linesWith = (what: string) => names.map((name) => `${name} ${what}.\n`).join('')
    const advice =
      engine === 'postgres'
        ? 'Stop every node first: older ones cannot work with the migrated database.\n'
        : ''
    const would = { code: 0, said: `${linesWith('would run')}${advice}` }
    for (const _ of ['once', 'again'])
      expect(await sayProgram('migrate', settings, ['--dry-run'])).toEqual(would)
    expect(await dumpAt(at())).toEqual(before)
    expect(await sayProgram('migrate', settings)).toEqual({ code: 0, said: linesWith('ran') })
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

  test('migration 0002 gives plans their monthly limit, and renames what operators did', async () => {
    await setMigrated('0001-first-release')
    const secrets = secretsOf()
    const before = await inDatabase(async (db) => {
      await sql`insert into operator_acts (user_id, act, reason, details, created_at) values (1, 'approve', '', '{}', 7)`.execute(
        db,
      )
      const { rows } = await sql<Row<'plans'>>`select * from plans order by id`.execute(db)
      const [free] = rows
      if (!free) throw new Error('There is no plan')
      // The MAC of before had no field for the limit, as that of a plan without a limit has none.
      const sign = (row: Omit<Row<'plans'>, 'mac'>) =>
        plans.mac.of(secrets, { ...row, max_api_calls_per_month: -1 })
      const added = [
        { ...free, id: 8, name: 'team', api_features: '{"sso":true,"monthly_calls":5000,"chat":false}' },
        { ...free, id: 9, name: 'widened', api_features: '{"monthly_calls":9}' },
      ].map((row) => ({ ...row, mac: row.name === 'team' ? sign(row) : free.mac }))
      await db
        .insertInto('plans')
        .values(added as unknown as Insertable<Tables['plans']>[])
        .execute()
      return [...rows, ...added]
    })
    await open()
    const after = await inDatabase((db) => db.selectFrom('plans').selectAll().orderBy('id').execute())
    const limits = after.map((row) => [row.name, row.max_api_calls_per_month, row.api_features])
    expect(limits).toEqual([
      ['starter', 1_000, '{}'],
      ['pro', -1, '{}'],
      ['team', 5_000, '{"sso":true,"chat":false}'],
      ['widened', -1, '{"monthly_calls":9}'],
    ])
    for (const row of after.slice(0, 3)) plans.mac.check(secrets, row)
    expect(after.map(({ mac }, index) => sameBytes(mac, before[index]?.mac ?? mac))).toEqual([
      false,
      true,
      false,
      true,
    ])
    expect(await sayProgram('verify', settings)).toMatchObject({
      code: 1,
      said: expect.stringContaining('plans widened'),
    })
    const acts = await inDatabase(async (db) => {
      await db.deleteFrom('plans').where('name', '=', 'widened').execute()
      const added = {
        user_id: 1,
        operator_id: null,
        act: 'suspend',
        reason: '',
        details: '{}',
        created_at: 8,
      }
      const row = await db
        .insertInto('operator_actions')
        .values({ ...added, mac: new Uint8Array() })
        .returningAll()
        .executeTakeFirstOrThrow()
      const mac = operatorActions.mac.of(secrets, row)
      await db.updateTable('operator_actions').set({ mac }).where('id', '=', row.id).execute()
      const rows = await db.selectFrom('operator_actions').selectAll().orderBy('id').execute()
      for (const row of rows) operatorActions.mac.check(secrets, row)
      return rows.map(({ id, act }) => ({ id, act }))
    })
    expect(acts).toEqual([
      { id: 1, act: 'approve' },
      { id: 2, act: 'suspend' },
    ])
    expect(await inDatabase((db) => describeDatabase(db, engine))).toEqual(describeSchema(engine))
    expect(await sayProgram('verify', settings)).toMatchObject({ code: 0 })
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
