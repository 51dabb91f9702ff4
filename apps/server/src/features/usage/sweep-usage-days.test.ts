import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { writeUsage } from '../../../../../dev/world/random-entries.ts'
import { withApp } from '../../../../../dev/world/with-app.ts'
import { runTransaction } from '../../db/transaction.ts'
import { createUsageDays, createUsageDaysFrom, dayStart } from '../../db/usage-partitions.ts'
import { trimUsage } from '../audit-log/trim-usage.ts'
import { verifyUsage } from '../audit-log/verify-usage.ts'
import { sweepUsageDays } from './sweep-usage.ts'

const day = 24 * 3_600_000
const now = Date.UTC(2027, 4, 10, 12)
const first = now - 99 * day
const app = withApp('postgres')

const days = async () => {
  const { rows } = await sql<{ name: string }>`
    select inhrelid::regclass::text as name from pg_inherits
    where inhparent = 'usage_packs'::regclass order by 1`.execute(app.ctx.db)
  return rows.map(({ name }) => name.replace('usage_packs_', '')).filter((name) => name !== 'rest')
}
const dateOf = (at: number) => new Date(at).toISOString().slice(0, 10).replaceAll('-', '')
const countIn = async (table: string) => {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(app.ctx.db)
  return Number(rows[0]?.n)
}
const sweep = (at: number) => sweepUsageDays({ ...app.ctx, clock: () => at })
const trimAll = async (at: number, projectIds: readonly number[]) => {
  for (const projectId of projectIds)
    await runTransaction(app.ctx.db, (db) => trimUsage({ ...app.ctx, db }, projectId, at - 90 * day, 10_000))
}
const call = (project_id: number, at: number) => ({ project_id, at, api_key_id: `key${project_id}` })

beforeEach(async () => {
  for (const name of await days())
    await sql`drop table ${sql.table(`usage_packs_${name}`)}`.execute(app.ctx.db)
  for (const table of ['usage_packs', 'usage_heads'] as const) await app.ctx.db.deleteFrom(table).execute()
})

const writeDays = async (projectIds: readonly number[]) => {
  await runTransaction(app.ctx.db, (trx) => createUsageDaysFrom(trx, first, now))
  const calls = Array.from({ length: 100 }, (_, n) =>
    projectIds.flatMap((projectId) => [call(projectId, first + n * day), call(projectId, first + n * day)]),
  )
  await writeUsage(app, calls.flat())
}

test('partitions are created ahead, on several nodes at once, and rows without one go to the default', async () => {
  const created = await Promise.all([1, 2, 3].map(() => createUsageDays(app.ctx, now)))
  expect(created.toSorted()).toEqual([0, 0, 3])
  expect(await days()).toEqual([now, now + day, now + 2 * day].map(dateOf))
  expect(await createUsageDays(app.ctx, now + 2 * day)).toBe(2)
  await writeUsage(app, [call(1, now - day), call(1, now), call(1, now + 30 * day)])
  expect(await countIn('usage_packs_rest')).toBe(2)
  expect(await countIn(`usage_packs_${dateOf(now)}`)).toBe(1)
  // The default partition has rows of that day, so no partition can be created for it.
  expect(await createUsageDays(app.ctx, now + 30 * day)).toBe(2)
  await writeUsage(app, [call(1, now + 30 * day + 1), call(1, now + 31 * day)])
  expect(await verifyUsage(app.ctx, 1)).toMatchObject({ entries: 5, broken: null })
  await trimAll(now + 200 * day, [1])
  expect(await countIn('usage_packs_rest')).toBe(0)
  await sweep(now + 200 * day)
  expect(await countIn('usage_packs')).toBe(0)
  expect(await verifyUsage(app.ctx, 1)).toMatchObject({ entries: 0, broken: null, head: { sequence: 5 } })
})

test('whole days are dropped after 90 days, once every chain starts after them', async () => {
  const projectIds = [1, 2, 3]
  await writeDays(projectIds)
  expect(await sweep(now)).toBe(0)
  await trimAll(now, [1, 2])
  expect(await sweep(now)).toBe(0)
  // What is trimmed is deleted although another project's usage remains.
  expect(await countIn(`usage_packs_${dateOf(first)}`)).toBe(1)
  await trimAll(now, [3])
  expect(await Promise.all([sweep(now), sweep(now)])).toSatisfy(
    (dropped: number[]) => (dropped[0] ?? 0) + (dropped[1] ?? 0) === 9,
  )
  expect((await days())[0]).toBe(dateOf(dayStart(now) - 90 * day))
  expect(await countIn('usage_packs')).toBe(3 * 91)
  for (const projectId of projectIds)
    expect(await verifyUsage(app.ctx, projectId)).toMatchObject({ entries: 2 * 91, broken: null })
})

test('a partition with packs that follow newer ones stays until those are old', async () => {
  await writeDays([1])
  await writeUsage(app, [call(2, first + 5 * day), call(2, first)])
  await trimAll(first + 92 * day, [1, 2])
  expect(await sweep(first + 92 * day)).toBe(1)
  expect((await days())[0]).toBe(dateOf(first))
  expect(await verifyUsage(app.ctx, 2)).toMatchObject({ entries: 2, broken: null })
  await trimAll(first + 96 * day, [1, 2])
  expect(await sweep(first + 96 * day)).toBe(5)
  expect(await verifyUsage(app.ctx, 2)).toMatchObject({ entries: 0, broken: null })
})

test('packs without a head are not dropped', async () => {
  await writeDays([1])
  await app.ctx.db.deleteFrom('usage_heads').execute()
  expect(await sweep(now)).toBe(0)
  expect(await countIn('usage_packs')).toBe(100)
})

test('a drop that would wait for a long reader gives up, and calls go on', async () => {
  await writeDays([1])
  await trimAll(now, [1])
  await runTransaction(app.ctx.db, async (reader) => {
    await reader.selectFrom('usage_packs').select('at').limit(1).execute()
    expect(await sweep(now)).toBe(0)
    await writeUsage(app, [call(1, now)])
  })
  expect(await sweep(now)).toBe(9)
})
