import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { auditMac } from '@envhold/integrity/audit.ts'
import { rowMac } from '@envhold/integrity/row.ts'
import { newServerSecret, parseServerSecret, serverSecrets } from '@envhold/integrity/server-secret.ts'
import { type Kysely, sql } from 'kysely'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { forEachEngine } from '../../../../../dev/world/app-for-tests.ts'
import { databaseSettings } from '../../../../../dev/world/new-database.ts'
import { unpack } from '../../features/audit-log/unpack.ts'
import { verifyAllUsage } from '../../features/audit-log/verify-usage.ts'
import { connect, type Database } from '../connect.ts'
import { migrations } from '../every-migration.ts'
import { insertRows } from '../insert-rows.ts'
import { migrate } from '../migrate.ts'
import type { Tables } from '../tables.ts'
import { type UsageBefore, usageDigestBefore } from './0014-usage-before.ts'

const secrets = serverSecrets([parseServerSecret(newServerSecret())])
const name = '0014-usage'
const now = Date.now()

const digestOf = (row: Omit<UsageBefore, 'digest' | 'mac' | 'erased'>) => usageDigestBefore(row)

/** Writes usage as the versions before this migration did: commits of calls of 3 projects and 4 keys. */
async function writeBefore(db: Kysely<Tables>, count: number, perCommit = 5): Promise<void> {
  const rows: UsageBefore[] = []
  let mac: Uint8Array | null = null
  for (let sequence = 1; sequence <= count; sequence++) {
    const row = {
      sequence,
      at: now - 1_000_000 + Math.ceil(sequence / perCommit),
      api_key_id: `key${sequence % 4}`,
      project_id: 7 + (sequence % 3),
      environment_id: sequence % 2 ? 3 : null,
      environment_name: 'production ✓ 😀',
      method: 'GET',
      endpoint: '/v1/inject/{projectId}/{environment}',
      status_code: sequence % 9 ? 200 : 429,
      variables_count: 4,
      duration_us: 400 + (sequence % 50),
      ip: '203.0.113.7',
      request_id: `r${sequence}`,
      calls: sequence % 9 ? 1 : 12,
    }
    const digest = digestOf(row)
    mac = auditMac(secrets, { chain: 'usage', sequence, previousMac: mac, entry: digest })
    rows.push({ ...row, erased: 0, digest, mac })
  }
  await db.transaction().execute(async (trx) => {
    await insertRows(trx, 'usage' as never, rows as never)
    await sql`update chain_heads set sequence = ${count}, mac = ${mac} where chain = 'usage'`.execute(trx)
  })
}

/** Erases the rows of a key, as the versions before did when it was deleted. */
const eraseBefore = (db: Kysely<Tables>, apiKeyId: string) =>
  sql`update usage set erased = 1, api_key_id = '', environment_id = null, environment_name = '', endpoint = '',
    ip = '', request_id = '', calls = 1 where api_key_id = ${apiKeyId}`.execute(db)

/** Trims usage up to a row, as the versions before did after 90 days. */
async function trimBefore(db: Kysely<Tables>, sequence: number): Promise<void> {
  const { rows } = await sql<UsageBefore>`select * from usage where sequence = ${sequence}`.execute(db)
  const link = rows[0]?.mac ?? null
  const seal = rowMac(secrets, { table: 'chain_heads', id: 'usage-start', fields: { sequence, link } })
  const heads = [
    { chain: 'usage-start', sequence, mac: link },
    { chain: 'usage-start-seal', sequence, mac: seal },
  ]
  await db.insertInto('chain_heads').values(heads).execute()
  await sql`delete from usage where sequence <= ${sequence}`.execute(db)
}

forEachEngine((engine) => {
  let dataDir: string
  let database: Database
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'envhold-usage-'))
    const { DATABASE_URL: databaseUrl } = await databaseSettings(engine)
    database = connect({ databaseUrl, dataDir })
    await sql`create table instance (key text primary key, value text not null)`.execute(database.db)
    const before = migrations.findIndex(([migration]) => migration === name)
    await database.db.transaction().execute(async (trx) => {
      for (const [, run] of migrations.slice(0, before)) await run(trx, engine, secrets)
      const [migrated] = migrations[before - 1] ?? []
      await sql`insert into instance (key, value) values ('migrated', ${migrated})`.execute(trx)
    })
  })
  afterEach(async () => {
    await database.close()
    await rm(dataDir, { recursive: true })
  })

  const rowsBefore = async () =>
    (await sql<UsageBefore>`select * from usage order by sequence`.execute(database.db)).rows
  const packs = () =>
    database.db
      .selectFrom('usage_packs')
      .selectAll()
      .orderBy('project_id')
      .orderBy('first_sequence')
      .execute()
  const verdicts = async () => {
    const found = []
    for await (const { chain, entries, broken } of verifyAllUsage({ ...database, secrets }))
      found.push([chain, entries, broken])
    return found
  }

  /** The entries of packs as the rows that they were made of, without places and digests. */
  const rowsOf = async () =>
    (await packs()).flatMap(unpack).map((entry) => ({
      at: entry.at,
      api_key_id: entry.keyId,
      project_id: entry.projectId,
      environment_id: entry.environmentId,
      environment_name: entry.environmentName,
      method: entry.method,
      endpoint: entry.endpoint,
      status_code: entry.status,
      variables_count: entry.variables,
      duration_us: entry.durationUs,
      ip: entry.ip,
      request_id: entry.requestId,
      calls: entry.calls,
    }))
  const texts = (rows: readonly object[]) =>
    rows.map((row) => JSON.stringify(Object.entries(row).sort())).sort()
  const contents = (rows: readonly UsageBefore[]) =>
    rows
      .filter(({ erased }) => erased === 0)
      .map(({ sequence: _, erased: __, digest: ___, mac: ____, ...row }) => row)

  test('an instance without calls has no chains', async () => {
    await migrate(database, secrets)
    expect(await packs()).toEqual([])
    expect(await verdicts()).toEqual([])
  })

  test('packs the rows into a chain for each project, which verify', async () => {
    const { db } = database
    await writeBefore(db, 1_205)
    const before = await rowsBefore()
    await sql`insert into usage_tallies (project_id, block, entries, first_at, last_at) values (7, 0, 5, 1, 2)`.execute(
      db,
    )
    await migrate(database, secrets)
    await expect(sql`select 1 from usage`.execute(db)).rejects.toThrow()
    const chains = (await db.selectFrom('chain_heads').select('chain').execute()).map(({ chain }) => chain)
    expect(chains.filter((chain) => chain.startsWith('usage'))).toEqual([])
    expect(await db.selectFrom('usage_tallies').selectAll().execute()).toEqual([])
    expect(texts(await rowsOf())).toEqual(texts(contents(before)))
    expect(await verdicts()).toEqual([
      ['usage/7', 401, null],
      ['usage/8', 402, null],
      ['usage/9', 402, null],
    ])
    const heads = await database.db.selectFrom('usage_heads').selectAll().orderBy('project_id').execute()
    expect(heads.map(({ sequence, at }) => [sequence, at])).toEqual(
      [7, 8, 9].map((id) => [
        before.filter(({ project_id }) => project_id === id).length,
        before.findLast(({ project_id }) => project_id === id)?.at,
      ]),
    )
  })

  test('erased rows become erased packs, and trimmed ones stay trimmed', async () => {
    await writeBefore(database.db, 400)
    await eraseBefore(database.db, 'key2')
    await trimBefore(database.db, 123)
    const before = await rowsBefore()
    await migrate(database, secrets)
    expect(texts(await rowsOf())).toEqual(texts(contents(before)))
    const erased = (await packs()).filter((pack) => pack.erased === 1)
    expect(erased.every((pack) => pack.api_key_id === '' && pack.entries === '')).toBe(true)
    const entriesOf = (some: typeof erased) =>
      some.reduce((sum, pack) => sum + pack.last_sequence - pack.first_sequence + 1, 0)
    expect(entriesOf(erased)).toBe(before.filter((row) => row.erased === 1).length)
    expect((await verdicts()).map(([, entries, broken]) => [entries, broken])).toEqual(
      [7, 8, 9].map((id) => [before.filter(({ project_id }) => project_id === id).length, null]),
    )
  })

  test('a chain that was trimmed or erased completely is empty or verifies', async () => {
    await writeBefore(database.db, 10)
    for (const key of ['key0', 'key1', 'key2', 'key3']) await eraseBefore(database.db, key)
    await trimBefore(database.db, 9)
    await migrate(database, secrets)
    expect(await verdicts()).toEqual([['usage/8', 1, null]])
  })

  test('packs end where a block ends', async () => {
    await writeBefore(database.db, 6_200, 6_200)
    await migrate(database, secrets)
    const blockOf = (sequence: number) => Math.floor((sequence - 1) / 2_048)
    const stored = await packs()
    expect(stored.length).toBeLessThan(100)
    for (const { first_sequence, last_sequence } of stored)
      expect(blockOf(first_sequence)).toBe(blockOf(last_sequence))
    expect((await verdicts()).map(([, , broken]) => broken)).toEqual([null, null, null])
  })

  const harms: readonly [string, number, (db: Kysely<Tables>) => Promise<unknown>][] = [
    ['changed', 1_100, (db) => sql`update usage set ip = '::1' where sequence = 1100`.execute(db)],
    ['changed with its time', 1_100, (db) => sql`update usage set at = 1 where sequence = 1100`.execute(db)],
    ['half erased', 1_100, (db) => sql`update usage set erased = 1 where sequence = 1100`.execute(db)],
    ['removed', 1_100, (db) => sql`delete from usage where sequence = 1100`.execute(db)],
    ['cut off', 1_150, (db) => sql`delete from usage where sequence >= 1150`.execute(db)],
    ['trimmed by someone else', 1, (db) => sql`delete from usage where sequence < 9`.execute(db)],
    [
      'trimmed with a forged start',
      1,
      (db) =>
        sql`insert into chain_heads select 'usage-start', sequence, mac from usage where sequence = 9`.execute(
          db,
        ),
    ],
    ['added', 1_206, (db) => sql`update chain_heads set sequence = 1206 where chain = 'usage'`.execute(db)],
  ]
  test.each(harms)(
    'refuses a log with an entry that was %s, and changes nothing',
    async (_, sequence, harm) => {
      const { db } = database
      await writeBefore(db, 1_205)
      await harm(db)
      const before = await rowsBefore()
      await expect(migrate(database, secrets)).rejects.toThrow(
        new RegExp(
          `^The usage log cannot be divided into chains, .* entry ${sequence} (was|is) .*Nothing was changed`,
        ),
      )
      expect(await rowsBefore()).toEqual(before)
      await expect(sql`select 1 from usage_packs`.execute(db)).rejects.toThrow()
      await expect(sql`select usage_count from api_keys`.execute(db)).resolves.toBeDefined()
    },
  )

  test('the counters of keys carry over, and unused keys have none', async () => {
    const { db } = database
    const key = async (id: string, count: number, usedAt: number | null) => {
      await sql`insert into users (id, email, email_canonical, username, username_canonical, password_hash, role, status, plan, created_at, updated_at, mac)
        values (1, 'a', 'a', 'a', 'a', '', 'USER', 'ACTIVE', 'FREE', 0, 0, ${Buffer.alloc(33)}) on conflict do nothing`.execute(
        db,
      )
      await sql`insert into projects (id, name, owner_id, created_at, updated_at, mac)
        values (1, 'p', 1, 0, 0, ${Buffer.alloc(33)}) on conflict do nothing`.execute(db)
      await sql`insert into api_keys (id, project_id, creator_id, key_name, preview, auth_hash, permissions, allowed_ips,
          is_active, usage_count, last_used_at, created_at, updated_at, mac)
        values (${id}, 1, 1, 'k', '', ${Buffer.alloc(32)}, '[]', '[]', 1, ${count}, ${usedAt}, 0, 0, ${Buffer.alloc(33)})`.execute(
        db,
      )
    }
    await key('used', 42, 7)
    await key('tried', 0, null)
    await key('unused', 0, null)
    const windows = [
      ['used', 'hour', 3_600_000, 5],
      ['used', 'day', 0, 9],
      ['tried/refused', 'hour', 7_200_000, 3],
      ['token', 'hour', 3_600_000, 4],
      ['owner/1', 'month', 0, 50],
    ].map(([principal, window, window_start, count]) => ({ principal, window, window_start, count }))
    await db
      .insertInto('rate_windows')
      .values(windows as never)
      .execute()
    await migrate(database, secrets)
    const none = { hour_start: 0, hour_calls: 0, day_start: 0, day_calls: 0, previous_use_at: null }
    expect(await db.selectFrom('key_counters').selectAll().orderBy('counter').execute()).toEqual([
      {
        ...none,
        counter: 'tried/refused',
        hour_start: 7_200_000,
        hour_calls: 3,
        total: 0,
        last_used_at: null,
      },
      {
        ...none,
        counter: 'used',
        hour_start: 3_600_000,
        hour_calls: 5,
        day_calls: 9,
        total: 42,
        last_used_at: 7,
      },
    ])
    const left = await db.selectFrom('rate_windows').select('principal').orderBy('principal').execute()
    expect(left.map(({ principal }) => principal)).toEqual(['owner/1', 'token'])
    await expect(sql`select usage_count from api_keys`.execute(db)).rejects.toThrow()
  })

  test.runIf(inject('longRuns'))(
    'packs 100,000 rows',
    async () => {
      await writeBefore(database.db, 100_000)
      await migrate(database, secrets)
      expect((await verdicts()).filter(([, , broken]) => broken)).toEqual([])
    },
    300_000,
  )
})
