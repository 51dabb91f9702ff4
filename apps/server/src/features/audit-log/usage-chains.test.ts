import { beforeEach, describe, expect, test } from 'vitest'
import { forEachEngine } from '../../../../../dev/world/app-for-tests.ts'
import { usageOf } from '../../../../../dev/world/events-of.ts'
import { type WrittenCall, writeUsage } from '../../../../../dev/world/random-entries.ts'
import { withApp } from '../../../../../dev/world/with-app.ts'
import type { Row } from '../../db/tables.ts'
import { inTransaction } from '../../db/transaction.ts'
import { trimUsage } from './trim-usage.ts'
import { eraseUsageIn } from './usage-pack-store.ts'
import type { Verdict } from './verdict.ts'
import { verifyAllUsage, verifyUsage } from './verify-usage.ts'

const day = 24 * 3_600_000
const now = Date.UTC(2027, 4, 10, 12)

forEachEngine((engine) => {
  const app = withApp(engine)
  const { projectId } = { projectId: 7 }

  const calls = (count: number, at: number, overrides: Partial<WrittenCall> = {}) =>
    Array.from({ length: count }, (_, n) => ({
      api_key_id: `key${n % 2}`,
      project_id: projectId,
      at,
      request_id: `r${n}`,
      ...overrides,
    }))
  /** Commits of 4, 2, 6 and 1 entries of two keys, a day apart. */
  const sizes = [4, 2, 6, 1]

  beforeEach(async () => {
    for (const table of ['usage_packs', 'usage_heads'] as const) await app.ctx.db.deleteFrom(table).execute()
    for (const [index, size] of sizes.entries())
      await writeUsage(app, calls(size, now - (sizes.length - index) * day))
  })

  const verdict = (noted: Parameters<typeof verifyUsage>[2] = []) => verifyUsage(app.ctx, projectId, noted)
  const verifyAll = async () => {
    const all: Verdict[] = []
    for await (const one of verifyAllUsage(app.ctx)) all.push(one)
    return all
  }
  const packs = () =>
    app.ctx.db
      .selectFrom('usage_packs')
      .selectAll()
      .where('project_id', '=', projectId)
      .orderBy('first_sequence')
      .execute()
  const change = (first: number, set: Partial<Row<'usage_packs'>>) =>
    app.ctx.db.updateTable('usage_packs').set(set).where('first_sequence', '=', first).execute()
  const changeHead = (set: Partial<Row<'usage_heads'>>) =>
    app.ctx.db.updateTable('usage_heads').set(set).execute()
  const remove = (first: number) =>
    app.ctx.db.deleteFrom('usage_packs').where('first_sequence', '=', first).execute()
  const trim = (before: number, limit = 1_000) =>
    inTransaction(app.ctx, (tx) => trimUsage(tx, projectId, before, limit))
  const remaining = async () => (await usageOf(app)).map(({ sequence }) => sequence)

  test('a chain verifies, and all of them', async () => {
    await writeUsage(app, calls(3, now, { project_id: 9 }))
    expect(await verdict()).toMatchObject({ chain: 'usage/7', entries: 13, broken: null, trimmed: [] })
    const all = await verifyAll()
    expect(all.map(({ chain, entries, broken }) => [chain, entries, broken])).toEqual([
      ['usage/7', 13, null],
      ['usage/9', 3, null],
    ])
    expect(await verifyUsage(app.ctx, 8)).toMatchObject({ entries: 0, broken: null })
  })

  const changed = { sequence: 7, why: 'it was changed' }
  const changes: readonly [Partial<Row<'usage_packs'>>, object][] = [
    [{ at: now - 2 * day + 1 }, { ...changed, sequence: 10 }],
    [{ api_key_id: 'other' }, changed],
    [{ entries: '[1]' }, changed],
    [{ digest: Buffer.alloc(32) }, changed],
    [{ link: Buffer.alloc(32) }, changed],
    [{ erased: 1 }, changed],
    [{ erased: 1, api_key_id: '' }, changed],
    [{ last_sequence: 10 }, changed],
    [{ mac: Buffer.alloc(33) }, changed],
  ]
  test.each(changes)('detects a changed pack: %j', async (set, broken) => {
    await change(7, set)
    expect(await verdict()).toMatchObject({ entries: 6, broken })
  })

  test('detects packs that are missing, moved to another project or cut off', async () => {
    await remove(5)
    expect((await verdict()).broken).toEqual({ sequence: 5, why: 'it is missing' })
    await remove(1)
    expect((await verdict()).broken).toEqual({ sequence: 1, why: 'it is missing' })
  })

  test('detects a chain that was cut off, with its head or without', async () => {
    const { head } = await verdict()
    await remove(13)
    expect((await verdict()).broken).toEqual({ sequence: 13, why: 'the chain ends before its head' })
    const last = (await packs()).at(-1)
    await changeHead({ sequence: 12, link: last?.link ?? null, mac: last?.mac ?? null })
    expect((await verdict()).broken).toBeNull()
    const noted = { chain: 'usage/7', ...head }
    expect((await verdict([noted])).broken).toMatchObject({ sequence: 13, why: /which was noted/ })
    await remove(10)
    expect((await verdict()).broken).toEqual({ sequence: 7, why: 'its commit is incomplete' })
  })

  const heads: readonly Partial<Row<'usage_heads'>>[] = [
    { sequence: 12 },
    { link: Buffer.alloc(32) },
    { mac: Buffer.alloc(33) },
    { mac: null },
    { sequence: 0, link: null, mac: null },
  ]
  test.each(heads)('detects a changed head: %j', async (set) => {
    await changeHead(set)
    expect((await verdict()).broken).toEqual({ sequence: 14, why: 'the chain ends before its head' })
  })

  test('detects a head without packs and packs without a head', async () => {
    const rows = await packs()
    await app.ctx.db.deleteFrom('usage_packs').execute()
    expect((await verdict()).broken).toEqual({ sequence: 1, why: 'the chain ends before its head' })
    for (const row of rows) await app.ctx.db.insertInto('usage_packs').values(row).execute()
    await app.ctx.db.deleteFrom('usage_heads').execute()
    const broken = { sequence: 14, why: 'the head of the chain is missing' }
    expect((await verdict()).broken).toEqual(broken)
    expect(await verifyAll()).toMatchObject([{ chain: 'usage/7', broken }])
  })

  test('a noted chain of which nothing is left is reported', async () => {
    const noted = [
      { chain: 'usage/8', sequence: 3, link: Buffer.alloc(32) },
      { chain: 'activity/project/9', sequence: 3, link: Buffer.alloc(32) },
    ]
    const entries = []
    for await (const { chain, broken } of verifyAllUsage(app.ctx, noted))
      entries.push([chain, broken?.sequence])
    expect(entries).toEqual([
      ['usage/7', undefined],
      ['usage/8', 1],
    ])
  })

  test('compares noted points with the chain', async () => {
    const ends = (await packs()).filter(({ mac }) => mac)
    const noted = ends.map(({ last_sequence, link }) => ({ chain: 'usage/7', sequence: last_sequence, link }))
    expect((await verdict(noted)).broken).toBeNull()
    const [, second] = noted
    if (!second) throw new Error('No commit')
    const other = { ...second, link: Buffer.alloc(32) }
    expect((await verdict([{ ...other, chain: 'usage/8' }])).broken).toBeNull()
    const differs = { sequence: 5, why: 'its commit differs from the noted one' }
    expect((await verdict([other])).broken).toEqual(differs)
    expect((await verdict([{ ...second, sequence: 5 }])).broken).toEqual(differs)
    await trim(now - 2 * day)
    expect(await verdict(noted)).toMatchObject({ broken: null, trimmed: [noted[0]] })
    expect((await verdict([other])).broken).toMatchObject({ sequence: 7 })
  })

  describe('erasing', () => {
    test('empties the packs of a key in a range, and the chain verifies as before', async () => {
      const before = await packs()
      const erase = (apiKeyId: string, after: number, upTo: number) =>
        inTransaction(app.ctx, ({ db }) => eraseUsageIn(db, { projectId, apiKeyId }, { after, upTo }))
      expect(await erase('key1', 4, 12)).toBe(4)
      expect(await erase('key1', 4, 12)).toBe(0)
      expect(await erase('unknown', 0, 99)).toBe(0)
      expect(await verdict()).toMatchObject({ entries: 13, broken: null })
      const after = await packs()
      expect(after.filter(({ erased }) => erased === 1).map((pack) => pack.first_sequence)).toEqual([6, 10])
      for (const [index, pack] of after.entries())
        expect(pack).toEqual(
          pack.erased ? { ...before[index], erased: 1, api_key_id: '', entries: '' } : before[index],
        )
    })
  })

  describe('trimming', () => {
    test('removes whole commits from the beginning, and the rest verifies', async () => {
      expect(await trim(now - 5 * day)).toEqual({ deleted: 0, last: 0, isBroken: false })
      expect(await trim(now - 3 * day)).toEqual({ deleted: 4, last: 4, isBroken: false })
      expect(await verdict()).toMatchObject({ entries: 9, broken: null })
      await writeUsage(app, calls(2, now))
      expect(await verdict()).toMatchObject({ entries: 11, broken: null })
      expect(await trim(now + 2 * day)).toEqual({ deleted: 11, last: 15, isBroken: false })
      expect(await verdict()).toMatchObject({ entries: 0, broken: null, head: { sequence: 15 } })
      await writeUsage(app, calls(1, now + day))
      expect((await remaining()).at(-1)).toBe(16)
      expect(await verdict()).toMatchObject({ entries: 1, broken: null })
    })

    test('stops once so many entries are removed, at the end of a commit', async () => {
      expect(await trim(now, 1)).toMatchObject({ deleted: 4, last: 4 })
      expect(await trim(now, 5)).toMatchObject({ deleted: 8, last: 12 })
      expect(await trim(now, 5)).toMatchObject({ deleted: 1, last: 13 })
      expect(await trim(now, 5)).toMatchObject({ deleted: 0, last: 0 })
      expect(await verdict()).toMatchObject({ entries: 0, broken: null })
    })

    test('refuses a commit that was dated back, so that nobody removes usage without a trace', async () => {
      for (const { first_sequence } of await packs()) await change(first_sequence, { at: 5 })
      expect(await trim(now)).toEqual({ deleted: 0, last: 0, isBroken: true })
      expect(await remaining()).toHaveLength(13)
    })

    test('detects a beginning that was removed without the server secret', async () => {
      const [first] = await packs().then((all) => all.filter(({ mac }) => mac))
      await trim(now - 3 * day)
      const cutOff = { sequence: 1, why: 'the beginning was cut off' }
      for (const forged of [
        { start_sequence: 6 },
        { start_link: first?.mac ?? null },
        { start_mac: null },
        { start_mac: Buffer.alloc(33) },
        { start_sequence: 0, start_link: null },
      ]) {
        const head = await app.ctx.db.selectFrom('usage_heads').selectAll().executeTakeFirstOrThrow()
        await changeHead(forged)
        expect((await verdict()).broken).toEqual(cutOff)
        expect(await trim(now)).toMatchObject({ deleted: 0, isBroken: true })
        await changeHead(head)
      }
      await changeHead({ start_sequence: 0, start_link: null, start_mac: null })
      expect((await verdict()).broken).toEqual({ sequence: 1, why: 'it is missing' })
    })
  })
})
