import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { auditMac } from '@envhold/integrity/audit.ts'
import { newServerSecret, parseServerSecret, serverSecrets } from '@envhold/integrity/server-secret.ts'
import { type Kysely, sql } from 'kysely'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { forEachEngine } from '../../../../../dev/world/app-for-tests.ts'
import { databaseSettings } from '../../../../../dev/world/new-database.ts'
import { appendActivity } from '../../features/audit-log/append-activity.ts'
import { readActivityAt } from '../../features/audit-log/chain-store.ts'
import type { Verdict } from '../../features/audit-log/verdict.ts'
import { findMissingActivity, verifyAllActivity } from '../../features/audit-log/verify-all-activity.ts'
import { connect, type Database } from '../connect.ts'
import { migrations } from '../every-migration.ts'
import { compareWithMarkBefore } from '../mark-before.ts'
import { migrate } from '../migrate.ts'
import type { StoredHead } from '../stored-heads.ts'
import type { Tables } from '../tables.ts'
import { inTransaction } from '../transaction.ts'
import { type ActivityBefore, activityDigestBefore } from './0015-activity-before.ts'

const secrets = serverSecrets([parseServerSecret(newServerSecret())])
const name = '0015-audit-chains'

/** Writes activity as the versions before this migration did. */
async function writeBefore(db: Kysely<Tables>, count: number): Promise<void> {
  const rows: ActivityBefore[] = []
  let mac: Uint8Array | null = null
  for (let sequence = 1; sequence <= count; sequence++) {
    const row = {
      sequence,
      at: 1_700_000_000_000 + sequence,
      event_type: 'variable_created',
      category: 'project_changes',
      severity: 'low' as const,
      description: `entry ${sequence}: ✓ 😀`,
      user_id: sequence % 7 === 0 ? null : (sequence % 5) + 1,
      token_id: sequence % 3 === 0 ? 'token' : null,
      project_id: sequence % 4 === 0 ? null : (sequence % 11) + 1,
      environment_id: null,
      ip: '203.0.113.7',
      request_id: `r${sequence}`,
    }
    const entry = activityDigestBefore(row)
    mac = auditMac(secrets, { chain: 'activity', sequence, previousMac: mac, entry })
    rows.push({ ...row, mac })
  }
  for (let at = 0; at < rows.length; at += 500)
    await db
      .insertInto('activity')
      .values(rows.slice(at, at + 500) as never)
      .execute()
  await db.updateTable('chain_heads').set({ sequence: count, mac }).where('chain', '=', 'activity').execute()
}

forEachEngine((engine) => {
  let dataDir: string
  let database: Database
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'envhold-chains-'))
    const { DATABASE_URL: databaseUrl } = await databaseSettings(engine)
    database = connect({ databaseUrl, dataDir })
    const { db } = database
    await sql`create table instance (key text primary key, value text not null)`.execute(db)
    const before = migrations.findIndex(([migration]) => migration === name)
    await database.db.transaction().execute(async (trx) => {
      for (const [migration, run] of migrations.slice(0, before)) {
        await run(trx, engine, secrets)
        await sql`delete from instance where key = 'migrated'`.execute(trx)
        await sql`insert into instance (key, value) values ('migrated', ${migration})`.execute(trx)
      }
    })
  })
  afterEach(async () => {
    await database.close()
    await rm(dataDir, { recursive: true })
  })

  const verdicts = async () => {
    const found: Verdict[] = []
    await verifyAllActivity(
      { ...database, secrets },
      async () => [],
      (verdict) => found.push(verdict),
    )
    return found
  }

  const appendOne = async () => {
    const clock = () => 1_800_000_000_000
    const event = { type: 'login', severity: 'low', description: '', userId: 1, origin: null } as const
    await inTransaction({ ...database, secrets, clock }, (tx) => appendActivity(tx, [event]))
    return await database.db.selectFrom('activity').selectAll().orderBy('sequence', 'desc').limit(1).execute()
  }

  test.each([0, 1, 2_345])('divides %d entries into chains, which verify', async (count) => {
    const { db } = database
    await writeBefore(db, count)
    const old = await sql<ActivityBefore>`select * from activity order by sequence`.execute(db)
    const mac = Buffer.from(old.rows.at(-1)?.mac ?? []).toString('hex')
    const compareMark = async (isDivided: boolean) => {
      const empty = { sequence: 0, mac: '' }
      const compared = (activity: StoredHead) =>
        compareWithMarkBefore(
          db,
          { version: 1, instanceId: '', heads: { activity, usage: empty } },
          isDivided,
        )
      expect(await compared({ sequence: count, mac })).toBeUndefined()
      expect(await compared({ sequence: count + 1, mac })).toBe('behind')
      if (count > 0) expect(await compared({ sequence: count, mac: '00' })).toBe('another history')
    }
    await compareMark(false)
    await migrate(database, secrets)
    await compareMark(true)
    const moved = await db.selectFrom('activity').selectAll().orderBy('sequence').execute()
    for (const [index, { mac, ...row }] of old.rows.entries())
      expect(moved[index]).toMatchObject({ ...row, mac_before: mac })
    expect(moved).toHaveLength(count)
    const found = await verdicts()
    expect(found.filter(({ broken }) => broken)).toEqual([])
    expect(found.reduce((sum, { entries }) => sum + entries, 0)).toBe(count)
    expect(await findMissingActivity(database)).toBeUndefined()
    if (count > 1_000)
      expect(found.map(({ chain }) => chain)).toEqual(
        expect.arrayContaining(['activity/project/11', 'activity/account/5', 'activity/instance']),
      )
    const head = db.selectFrom('chain_heads').selectAll().where('chain', '=', 'activity')
    expect(await head.executeTakeFirst()).toMatchObject({ sequence: count, mac: moved.at(-1)?.mac ?? null })
    for (const [at, row] of [...moved.entries()].slice(-1)) {
      expect((await readActivityAt(db, row.sequence))?.mac).toEqual(old.rows[at]?.mac)
      const [entry] = await appendOne()
      expect((await readActivityAt(db, row.sequence + 1))?.mac).toEqual(entry?.mac)
      expect(await findMissingActivity(database)).toBeUndefined()
    }
  })

  test.each([
    ['changed', 1_500, (db) => sql`update activity set ip = '::1' where sequence = 1500`.execute(db)],
    ['removed', 1_500, (db) => sql`delete from activity where sequence = 1500`.execute(db)],
    ['cut off', 2_000, (db) => sql`delete from activity where sequence >= 2000`.execute(db)],
    [
      'added',
      2_346,
      (db) => sql`update chain_heads set sequence = 2346 where chain = 'activity'`.execute(db),
    ],
  ] satisfies [string, number, (db: Kysely<Tables>) => Promise<unknown>][])(
    'refuses a log with an entry that was %s, and changes nothing',
    async (_, sequence, harm) => {
      const { db } = database
      await writeBefore(db, 2_345)
      await harm(db)
      const before = await sql`select * from activity order by sequence`.execute(db)
      await expect(migrate(database, secrets)).rejects.toThrow(
        new RegExp(
          `^The activity log cannot be divided into chains, .* entry ${sequence} (was|is) .*Nothing was changed`,
        ),
      )
      const after = await sql`select * from activity order by sequence`.execute(db)
      expect(after.rows).toEqual(before.rows)
      await expect(sql`select 1 from audit_roots`.execute(db)).rejects.toThrow()
    },
  )

  test.runIf(inject('longRuns'))(
    'divides 200,000 entries',
    async () => {
      await writeBefore(database.db, 200_000)
      await migrate(database, secrets)
      expect((await verdicts()).filter(({ broken }) => broken)).toEqual([])
    },
    300_000,
  )
})
