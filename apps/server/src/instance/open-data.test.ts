import { randomBytes } from 'node:crypto'
import { mkdtemp, open, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newServerSecret } from '@envhold/integrity/server-secret.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { forEachEngine } from '../../../../dev/world/app-for-tests.ts'
import { databaseSettings, newDatabase } from '../../../../dev/world/new-database.ts'
import { type Config, readConfig } from '../config/config.ts'
import { readMigrated, requireSameVersion } from '../db/check-version.ts'
import { writeHighWaterMark } from '../db/marks/high-water-mark.ts'
import { readStoredState } from '../db/marks/stored-heads.ts'
import { isWhole } from '../db/sqlite/check-file.ts'
import { openData } from './open-data.ts'

let dataDir: string
let SERVER_SECRET: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'envhold-open-'))
  SERVER_SECRET = newServerSecret()
})
afterEach(() => rm(dataDir, { recursive: true }))

const configWith = (settings: Record<string, string>) =>
  readConfig({ DATA_DIR: dataDir, SERVER_SECRET, ...settings })

/** Opens the data, changes something and closes it, keeping the previous mark. */
const prepare = async (
  config: Config,
  change: (db: Parameters<typeof readStoredState>[0]) => Promise<unknown>,
) => {
  const { database, secrets } = await openData(config)
  await database.db
    .insertInto('audit_roots')
    .values({ number: 7, at: 1, chains: 0, digest: randomBytes(32), mac: randomBytes(33) })
    .execute()
  await writeHighWaterMark(dataDir, secrets, await readStoredState(database.db))
  await change(database.db)
  await database.close()
}

forEachEngine((engine) => {
  let config: Config
  beforeEach(async () => {
    config = configWith(await databaseSettings(engine))
  })

  test('opens what is unchanged since the data folder saw it, or newer', async () => {
    await prepare(config, (db) =>
      db
        .insertInto('audit_roots')
        .values({ number: 8, at: 1, chains: 0, digest: randomBytes(32), mac: randomBytes(33) })
        .execute(),
    )
    const { database, restored } = await openData(config)
    expect(restored).toBeUndefined()
    await database.close()
  })

  test('rejects a database that a newer version migrated, and changes nothing in it', async () => {
    const newer = { value: '9999-from-the-future' }
    await prepare(config, async (db) => {
      await db
        .updateTable('instance')
        .set(newer)
        .where('key', 'in', ['migrated', 'required-migration'])
        .execute()
      // A newer version may store anything elsewhere.
      await sql`drop table chain_heads`.execute(db)
      await sql`create table chain_heads (layout text)`.execute(db)
    })
    for (const _ of ['once', 'again'])
      await expect(openData(config)).rejects.toThrow(
        /^The database is from a newer version of Envhold: it has migration 9999-from-the-future, and this version ends with \d{4}-[a-z-]+\. Start the newer version/,
      )
  })

  test('opens a database to which a newer version only added, and leaves its version', async () => {
    const newer = { value: '9999-from-the-future' }
    await prepare(config, async (db) => {
      await sql`alter table users add column newer text not null default 'x'`.execute(db)
      await db.updateTable('instance').set(newer).where('key', '=', 'migrated').execute()
    })
    for (const _ of ['once', 'again']) {
      const { database } = await openData(config)
      expect(await readMigrated(database.db)).toBe(newer.value)
      await expect(requireSameVersion(database.db)).rejects.toThrow(
        /newer version .* added to the database \(9999-from-the-future\)/,
      )
      await database.close()
    }
  })

  test('rejects a database that is older, unless that is accepted', async () => {
    await prepare(config, (db) => db.updateTable('audit_roots').set({ number: 6 }).execute())
    await expect(openData(config)).rejects.toThrow(/older than .* it lacks activity 0, root 7\./)
    const { database, restored } = await openData(config, { restored: 'accept' })
    expect(restored).toMatch(/^The database is older than/)
    await database.close()
  })

  test('rejects a database with another entry at the mark', async () => {
    await prepare(config, (db) =>
      db
        .updateTable('audit_roots')
        .set({ mac: randomBytes(33) })
        .execute(),
    )
    await expect(openData(config)).rejects.toThrow(
      /history of the database differs .* an audit entry was replaced/,
    )
  })

  test('rejects the database of another instance', async () => {
    await prepare(config, (db) =>
      db.updateTable('instance').set({ value: 'other' }).where('key', '=', 'instance-id').execute(),
    )
    await expect(openData(config)).rejects.toThrow(/is not the one that .* belongs to/)
  })

  test('rejects an empty database and creates no table in it', async () => {
    await prepare(config, async () => {})
    if (engine === 'sqlite') {
      await rm(join(dataDir, 'envhold.db'))
    } else config = configWith({ DATABASE_URL: await newDatabase() })
    for (const _ of [1, 2]) await expect(openData(config)).rejects.toThrow(/^The database is empty, but/)
  })
})

test('a node whose DATABASE_URL is missing does not start an empty vault beside the real one', async () => {
  await prepare(configWith({ DATABASE_URL: await newDatabase() }), async () => {})
  await expect(openData(configWith({}))).rejects.toThrow(/The database is empty.*Check DATABASE_URL/)
})

test('says that a file is not a database', async () => {
  await writeFile(join(dataDir, 'envhold.db'), 'no database at all, '.repeat(500))
  await expect(openData(configWith({}))).rejects.toThrow(/envhold\.db is not an Envhold database/)
})

test('says that the database is damaged', async () => {
  await prepare(configWith({}), (db) =>
    sql`insert into instance select 'key ' || value, randomblob(3000)
      from (with recursive n(value) as (select 1 union all select value + 1 from n limit 300) select * from n)`.execute(
      db,
    ),
  )
  const file = await open(join(dataDir, 'envhold.db'), 'r+')
  const { size } = await file.stat()
  expect(isWhole(join(dataDir, 'envhold.db'))).toBe(true)
  await file.write(Buffer.alloc(size / 4, 7), 0, size / 4, Math.floor(size / 2 / 4096) * 4096)
  await file.close()
  await expect(openData(configWith({}))).rejects.toThrow(/envhold\.db is damaged.*restore a backup/)
})

test.each([
  ['default_transaction_read_only', 'on', /PostgreSQL is read-only/],
  ['synchronous_commit', 'off', /confirms commits before they are on disk: synchronous_commit is off/],
])('rejects PostgreSQL with %s = %s', async (setting, value, sentence) => {
  const DATABASE_URL = await newDatabase()
  const { database } = await openData(configWith({ DATABASE_URL }))
  const name = new URL(DATABASE_URL).pathname.slice(1)
  await sql.raw(`alter database ${name} set ${setting} = ${value}`).execute(database.db)
  await database.close()
  await expect(openData(configWith({ DATABASE_URL }))).rejects.toThrow(sentence)
})

test('removes the copy of a restore that was killed', async () => {
  await writeFile(join(dataDir, 'envhold.db.part'), 'half a backup')
  const { database } = await openData(configWith({}))
  expect(await readdir(dataDir)).not.toContain('envhold.db.part')
  await database.close()
})

test('accepts synchronous_commit = local, which waits for the disk of the primary', async () => {
  const DATABASE_URL = await newDatabase()
  const name = new URL(DATABASE_URL).pathname.slice(1)
  const { database } = await openData(configWith({ DATABASE_URL }))
  await sql.raw(`alter database ${name} set synchronous_commit = local`).execute(database.db)
  await database.close()
  const again = await openData(configWith({ DATABASE_URL }))
  await again.database.close()
})
