import { expect, test } from 'vitest'
import { forEachEngine } from '../../../../dev/world/app-for-tests.ts'
import { withApp } from '../../../../dev/world/with-app.ts'
import { nodeName, readFacts } from './node-facts.ts'
import { createNodeReport } from './node-report.ts'
import { listNodes, upsertNode } from './node-store.ts'

forEachEngine((engine) => {
  const app = withApp(engine)
  const id = () => nodeName(app.ctx.config)
  const facts = async () =>
    readFacts((await listNodes(app.ctx.db)).find((node) => node.id === id())?.facts ?? '')

  test('a node reports itself, and leaves the list when it is stopped', async () => {
    const { db, clock } = app.ctx
    const row = { version: '0', started_at: clock(), seen_at: clock() }
    await upsertNode(db, { ...row, id: 'another:4680', facts: '{"of":"another version"}' })
    const node = createNodeReport(app.ctx)
    await node.runDue()
    // The folder of SQLite belongs to one process.
    expect(await listNodes(db)).toHaveLength(engine === 'sqlite' ? 1 : 2)
    const report = await facts()
    expect(report).toMatchObject({ node: process.versions.node, clock_off_since: null, fault: null })
    expect(report?.disk?.total).toBeGreaterThan(report?.disk?.free ?? 0)
    expect(engine === 'postgres' || (report?.disk?.stored ?? 0) > 4_096).toBe(true)
    expect(readFacts('{"of":"another version"}')).toBeUndefined()
    await node.stop()
    expect((await listNodes(db)).map((node) => node.id)).toEqual(engine === 'sqlite' ? [] : ['another:4680'])
  })

  test('it notes since when its disk is full and its clock is off', async () => {
    const disk = { free: 5 * 1024 ** 3, total: 40 * 1024 ** 3, stored: 1 }
    let isFull = true
    let isOff = true
    const node = createNodeReport(app.ctx, {
      disk: async () => ({ ...disk, free: isFull ? 3 * 1024 ** 3 : disk.free }),
      wallClock: () => app.ctx.clock() + (isOff ? 90_000 : 0),
    })
    await node.runDue()
    const first = await facts()
    expect(first?.disk_low_since).toBeGreaterThan(0)
    expect(first?.clock_off_since).toBeGreaterThan(0)
    app.advance(60_000)
    await node.runDue()
    const { disk_low_since, clock_off_since, clock_ahead_ms } = (await facts()) ?? {}
    expect({ disk_low_since, clock_off_since }).toEqual({
      disk_low_since: first?.disk_low_since,
      clock_off_since: first?.clock_off_since,
    })
    expect(clock_ahead_ms).toBeGreaterThan(89_000)
    isFull = false
    isOff = false
    await node.runDue()
    expect(await facts()).toMatchObject({ disk_low_since: null, clock_off_since: null })
  })

  test.runIf(engine === 'postgres')(
    'the room of the database is reported if its size is limited',
    async () => {
      const { config } = app.ctx
      const node = createNodeReport({ ...app.ctx, config: { ...config, databaseMaxBytes: 2 * 1024 ** 4 } })
      await node.runDue()
      const { disk, disk_low_since } = (await facts()) ?? {}
      expect(disk).toMatchObject({ total: 2 * 1024 ** 4, free: 2 * 1024 ** 4 - (disk?.stored ?? 0) })
      expect(disk?.stored).toBeGreaterThan(1_000_000)
      expect(disk_low_since).toBeNull()
      await node.stop()
    },
  )

  test('a data folder that is missing stops no report', async () => {
    const { config } = app.ctx
    const node = createNodeReport({ ...app.ctx, config: { ...config, dataDir: '/nonexistent' } })
    await node.runDue()
    expect((await facts())?.disk).toBeNull()
  })
})
