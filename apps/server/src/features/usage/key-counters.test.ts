import { deleteApiKey, listApiKeys } from '@envhold/contract/api-keys.ts'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { forEachEngine } from '../../../../../dev/world/app-for-tests.ts'
import { seedApiKey, seedEnvironment } from '../../../../../dev/world/seed-project.ts'
import { withApp } from '../../../../../dev/world/with-app.ts'
import { withPerson } from '../../../../../dev/world/with-person.ts'
import { inTransaction } from '../../db/transaction.ts'
import { admitCalls, type CallToCount, previewCall } from './admit-calls.ts'
import { sweepKeyCounters } from './erase-usage.ts'
import { failedAttemptsCounter } from './key-counter-store.ts'

const hour = 3_600_000
const day = 24 * hour
const now = Date.UTC(2027, 4, 10, 12)

forEachEngine((engine) => {
  const app = withApp(engine)
  const owner = withPerson(app)

  beforeEach(async () => {
    for (const table of ['key_counters', 'rate_windows'] as const)
      await app.ctx.db.deleteFrom(table).execute()
  })

  const seedKey = async () => {
    const { projectId, id } = await seedEnvironment(owner)
    const key = await seedApiKey(owner, projectId)
    const call = async () =>
      (await app.fetch(`/api/v1/inject/${projectId}/${id}`, { headers: { 'x-api-key': key.apiKey } })).status
    return { ...key, projectId, call }
  }
  const counters = () => app.ctx.db.selectFrom('key_counters').selectAll().orderBy('counter').execute()
  const names = async () => (await counters()).map(({ counter }) => counter)
  const of = async (counter: string) => (await counters()).find((row) => row.counter === counter)

  const callOf = (counter: string, limits: Partial<CallToCount['limits']> = {}): CallToCount => ({
    counter,
    ownerCounter: 'owner/1',
    limits: { hour: -1, day: -1, month: -1, ...limits },
    used: true,
    isUnchanged: false,
  })
  const admit = (at: number, ...calls: readonly CallToCount[]) =>
    inTransaction(app.ctx, (tx) => admitCalls(tx, calls, at))

  /** With PostgreSQL's number of the transaction that last wrote the row. */
  const keyRow = async (id: string) => {
    const version = engine === 'postgres' ? sql<string>`xmin::text` : sql<string>`''`
    return await app.ctx.db
      .selectFrom('api_keys')
      .selectAll()
      .select(version.as('version'))
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  }

  test('a call counts, and writes nothing to the row of its key', async () => {
    const key = await seedKey()
    const before = await keyRow(key.id)
    expect([await key.call(), await key.call()]).toEqual([200, 200])
    expect(await keyRow(key.id)).toEqual(before)
    const { api_keys } = await owner.client.call(listApiKeys, { params: { id: key.projectId } })
    expect(api_keys[0]).toMatchObject({ usage_count: 2, last_used_at: expect.any(String) })
    expect(await of(key.id)).toMatchObject({ hour_calls: 2, day_calls: 2, total: 2 })
  })

  test('calls of a key without a monthly limit write no other windows', async () => {
    await admit(now, callOf('a'), callOf('b'), callOf('a'))
    expect(await app.ctx.db.selectFrom('rate_windows').selectAll().execute()).toEqual([])
    expect(await of('a')).toMatchObject({ hour_calls: 2, day_calls: 2, total: 2, last_used_at: now })
    await admit(now, callOf('a', { month: 9 }))
    expect(await app.ctx.db.selectFrom('rate_windows').selectAll().execute()).toMatchObject([{ count: 1 }])
  })

  test('a rejected call is not counted, neither as a use', async () => {
    const limited = callOf('full', { hour: 2, month: 5 })
    const counted = await admit(now, limited, limited, limited, callOf('other'))
    expect(counted.map(({ rejectedBy }) => rejectedBy)).toEqual([null, null, 'hour', null])
    const before = await counters()
    const months = await app.ctx.db.selectFrom('rate_windows').selectAll().execute()
    expect(await admit(now + 5, limited, limited)).toEqual([
      { counts: { hour: 2, day: 2, month: 2 }, rejectedBy: 'hour', inGrace: false },
      { counts: { hour: 2, day: 2, month: 2 }, rejectedBy: 'hour', inGrace: false },
    ])
    const withoutPrevious = (rows: typeof before) => rows.map(({ previous_use_at, ...row }) => row)
    expect(withoutPrevious(await counters())).toEqual(withoutPrevious(before))
    expect(await app.ctx.db.selectFrom('rate_windows').selectAll().execute()).toEqual(months)
    expect(await of('full')).toMatchObject({ total: 2, last_used_at: now })
  })

  test('a key whose calls are all rejected was not used', async () => {
    await admit(now, callOf('none', { day: 0 }))
    expect(await of('none')).toMatchObject({ hour_calls: 0, day_calls: 0, total: 0, last_used_at: null })
  })

  test('windows restart when they have passed', async () => {
    const countsAt = async (at: number) => {
      const clock = () => at
      const { counts } = await previewCall({ ...app.ctx, clock }, callOf('w'))
      const [counted] = await admit(at, callOf('w'))
      expect(counted?.counts).toEqual({ hour: counts.hour + 1, day: counts.day + 1, month: 0 })
      return [counts.hour, counts.day]
    }
    expect(await countsAt(now)).toEqual([0, 0])
    expect(await countsAt(now + hour - 1)).toEqual([1, 1])
    expect(await countsAt(now + hour)).toEqual([0, 2])
    expect(await countsAt(now + day)).toEqual([0, 0])
    expect(await of('w')).toMatchObject({ total: 4 })
  })

  test('windows started under a clock that ran ahead restart, and a lagging clock moves none back', async () => {
    await admit(now + 400 * day, callOf('ahead'))
    expect(await admit(now, callOf('ahead'))).toMatchObject([{ counts: { hour: 1, day: 1 } }])
    const midnight = now + day / 2
    await admit(midnight, callOf('late'))
    expect(await admit(midnight - 1, callOf('late'))).toMatchObject([{ counts: { hour: 2, day: 2 } }])
  })

  test('the counters of a key are deleted with it, and orphans by the sweep', async () => {
    const [key, other] = [await seedKey(), await seedKey()]
    for (const { call } of [key, other]) await call()
    await admit(now, callOf(failedAttemptsCounter(other.id)), callOf(failedAttemptsCounter(key.id)))
    await owner.client.call(deleteApiKey, { params: { id: key.projectId, keyId: key.id } })
    expect(await names()).toEqual([other.id, failedAttemptsCounter(other.id)])
    await admit(now, callOf(key.id), callOf(failedAttemptsCounter(key.id)))
    const many = Array.from({ length: 700 }, (_, n) => callOf(`z${n}`))
    await admit(now, ...many)
    expect(await sweepKeyCounters(app.ctx)).toBe(702)
    expect(await names()).toEqual([other.id, failedAttemptsCounter(other.id)])
    expect(await sweepKeyCounters(app.ctx)).toBe(0)
  })

  test('deleting keys and projects while batches count their calls does not deadlock', async () => {
    const { projectId } = await seedEnvironment(owner)
    const keys = await Promise.all(Array.from({ length: 12 }, () => seedApiKey(owner, projectId)))
    const ids = keys.flatMap(({ id }) => [id, failedAttemptsCounter(id)])
    const deadlocks = async () => {
      if (engine === 'sqlite') return 0
      await sql`select pg_stat_force_next_flush()`.execute(app.ctx.db)
      const { rows } = await sql<{ n: number }>`
        select deadlocks as n from pg_stat_database where datname = current_database()`.execute(app.ctx.db)
      return Number(rows[0]?.n)
    }
    const before = await deadlocks()
    const count = async (order: readonly string[]) => {
      for (let n = 0; n < 15; n++) await admit(now, ...order.map((id) => callOf(id)))
    }
    const remove = async () => {
      for (let n = 0; n < 15; n++) {
        await inTransaction(app.ctx, async (tx) => {
          await tx.db.deleteFrom('projects').where('id', '=', projectId).execute()
        })
        await sweepKeyCounters(app.ctx)
      }
    }
    await Promise.all([count(ids), count(ids.toReversed()), remove()])
    await sweepKeyCounters(app.ctx)
    expect((await names()).filter((name) => ids.includes(name))).toEqual([])
    expect(await deadlocks()).toBe(before)
  })
})
