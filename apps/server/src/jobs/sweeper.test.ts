import { beforeEach, expect, test } from 'vitest'
import { forEachEngine } from '../../../../dev/world/app-for-tests.ts'
import { withApp } from '../../../../dev/world/with-app.ts'
import { nodeName } from './node-facts.ts'
import { createSweeper } from './sweeper.ts'
import { listRuns, readNextRuns } from './task-store.ts'

const minute = 60_000

forEachEngine((engine) => {
  const app = withApp(engine)
  let runs = 0
  const counting = { name: 'counting', run: async () => ++runs }
  const failing = {
    name: 'failing',
    run: async (): Promise<number> => {
      runs++
      throw new Error('hunter2')
    },
  }

  beforeEach(async () => {
    runs = 0
    await app.ctx.db.deleteFrom('leases').execute()
  })

  test('runs once an hour, on one node of several', async () => {
    const nodes = Array.from({ length: 4 }, () => createSweeper(app.ctx, [counting]))
    const round = () => Promise.all(nodes.map((node) => node.runDue()))
    await round()
    await round()
    expect(runs).toBe(1)
    app.advance(59 * minute)
    await round()
    expect(runs).toBe(1)
    app.advance(2 * minute)
    await round()
    expect(runs).toBe(2)
  })

  test('what is due on each node runs once an hour on each', async () => {
    const local = { ...counting, onEachNode: true } as const
    const nodes = Array.from({ length: 3 }, () => createSweeper(app.ctx, [local]))
    const round = () => Promise.all(nodes.map((node) => node.runDue()))
    await round()
    await round()
    expect(runs).toBe(3)
    app.advance(61 * minute)
    await round()
    expect(runs).toBe(6)
    // The clock was ahead, and is set right.
    app.advance(-600 * minute)
    await round()
    expect(runs).toBe(9)
  })

  test('a failing task of each node is retried within minutes', async () => {
    const sweeper = createSweeper(app.ctx, [{ ...failing, onEachNode: true }])
    await sweeper.runDue()
    app.advance(4 * minute)
    await sweeper.runDue()
    expect(runs).toBe(1)
    app.advance(2 * minute)
    await sweeper.runDue()
    expect(runs).toBe(2)
  })

  test('a failing sweep is logged, delays no other, and is retried within minutes', async () => {
    const sweeper = createSweeper(app.ctx, [failing, counting])
    await sweeper.runDue()
    expect(runs).toBe(2)
    expect(app.logged()).toContain('"task":"failing"')
    expect(app.logged()).not.toContain('hunter2')
    app.advance(6 * minute)
    await sweeper.runDue()
    expect(runs).toBe(3)
  })

  test('records what each run did, and since when it fails', async () => {
    let isFailing = false
    const task = { name: 'recorded', run: () => (isFailing ? failing.run() : counting.run()) }
    const sweeper = createSweeper(app.ctx, [task, { ...counting, onEachNode: true }])
    const run = async () => {
      await sweeper.runDue()
      return (await listRuns(app.ctx.db)).find(({ name }) => name === 'recorded')
    }
    const node = nodeName(app.ctx.config)
    expect(await run()).toMatchObject({ node, changed: 1, error: null, failed_since: null })
    expect((await listRuns(app.ctx.db)).map(({ name }) => name)).toContain(`counting/${node}`)
    isFailing = true
    app.advance(61 * minute)
    const first = await run()
    expect(first).toMatchObject({ changed: null, error: 'Error', failed_since: first?.started_at })
    app.advance(6 * minute)
    const second = await run()
    expect(second?.started_at).toBeGreaterThan(first?.started_at ?? 0)
    expect(second?.failed_since).toBe(first?.started_at)
    expect((await readNextRuns(app.ctx.db)).get('recorded')).toBeGreaterThan(second?.started_at ?? 0)
    isFailing = false
    app.advance(6 * minute)
    expect(await run()).toMatchObject({ error: null, failed_since: null })
    expect(JSON.stringify(await listRuns(app.ctx.db))).not.toContain('hunter2')
  })

  test('stopping waits for running sweeps and starts no more', async () => {
    const { promise: finished, resolve: finish } = Promise.withResolvers<number>()
    const { promise: entered, resolve: enter } = Promise.withResolvers<void>()
    const slow = {
      name: 'slow',
      run: () => {
        enter()
        return finished
      },
    }
    const sweeper = createSweeper(app.ctx, [slow, counting])
    const running = sweeper.runDue()
    await entered
    let stopped = false
    const stopping = sweeper.stop().then(() => {
      stopped = true
    })
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(stopped).toBe(false)
    finish(0)
    await Promise.all([stopping, running])
    expect(runs).toBe(0)
  })
})
